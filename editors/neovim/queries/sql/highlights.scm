;; extends

; What sqg adds to SQL is comments to tree-sitter-sql: annotations, @set lines and the marks of optional parts.
((comment) @keyword.directive
  (#match? @keyword.directive "^--[ \t]*(QUERY|EXEC|MIGRATE|BASELINE|TESTDATA|TABLE)([ \t]|$)"))

((marginalia) @keyword.directive
  (#match? @keyword.directive "^/[*][ \t]*(QUERY|EXEC|MIGRATE|BASELINE|TESTDATA|TABLE)([ \t]|$)"))

((comment) @keyword.directive
  (#match? @keyword.directive "^--[ \t]*@set[ \t]"))

((comment) @keyword.directive
  (#match? @keyword.directive "^--[?!]"))
