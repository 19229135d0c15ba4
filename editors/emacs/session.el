;;; session.el --- A session of Eglot with sqg  -*- lexical-binding: t; -*-

;; What a person does in Emacs with the configuration of docs/editors.md, which is loaded before, and what is shown.

(require 'eglot)
(setq eglot-autoshutdown t eglot-confirm-server-initiated-edits nil)

(defvar passed 0)

(defun shows (what look text)
  "Wait until what LOOK returns contains TEXT, which shows WHAT."
  (let ((late (+ (float-time) 60)) seen)
    (while (progn (setq seen (format "%S" (funcall look)))
                  (and (not (string-search text seen)) (< (float-time) late)))
      (accept-process-output nil 0.05))
    (unless (string-search text seen)
      (princ (format "%s: no %s in %s\n%d passed, 1 failed\n" what text seen passed))
      (kill-emacs 1))
    (setq passed (1+ passed))))

(defun goto (text)
  "Put the cursor behind TEXT."
  (goto-char (point-min))
  (search-forward text))

(defun diagnostics ()
  "What Flymake has, as `LINE TEXT', after `so many:'."
  (list (format "so many: %d" (length (flymake-diagnostics)))
        (mapcar (lambda (d)
                  (format "%d %s" (line-number-at-pos (flymake-diagnostic-beg d)) (flymake-diagnostic-text d)))
                (flymake-diagnostics))))

(defun completions ()
  "What may stand where the cursor is."
  (let ((found (eglot-completion-at-point)))
    (mapcar #'substring-no-properties (all-completions "" (nth 2 found)))))

(defun hover ()
  "What ElDoc is told of the place of the cursor."
  (let (said)
    (eglot-hover-eldoc-function (lambda (text &rest _) (setq said (and text (substring-no-properties text)))))
    (let ((late (+ (float-time) 5)))
      (while (and (not said) (< (float-time) late)) (accept-process-output nil 0.05)))
    said))

(defun definitions ()
  "Where the name at the cursor is made."
  (mapcar (lambda (x) (let ((at (xref-item-location x)))
                        (format "%s:%d" (file-name-nondirectory (xref-location-group at)) (xref-location-line at))))
          (xref-backend-definitions 'eglot "LSP identifier at point.")))

(find-file "sql/queries.sql")
(run-hooks 'post-command-hook) ; by which `eglot-ensure' waits for a person
(shows "connecting" #'eglot-current-server "eglot-lsp-server")
(flymake-start)
(shows "diagnostics" #'diagnostics "2 ")
(goto "u.")
(shows "completion" #'completions "\"note\"")
(insert "note")
(goto "nmae")
(replace-match "name" t t)
(eglot--signal-textDocument/didChange)
(shows "diagnostics, mended" #'diagnostics "so many: 0")
(goto "QUERY get")
(shows "hover" #'hover "at most one row")
(goto "id, na")
(shows "definition" #'definitions "schema.sql:2")
(goto "QUERY get")
(eglot-rename "find_user")
(shows "renamed" (lambda () (buffer-substring-no-properties 1 24)) "-- QUERY find_user :one")
(princ (format "%d passed, 0 failed\n" passed))
(set-buffer-modified-p nil)
(eglot-shutdown (eglot-current-server))
;;; session.el ends here
