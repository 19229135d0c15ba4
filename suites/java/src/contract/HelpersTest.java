package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.Modifier;
import javax.tools.ToolProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Generated classes hold the helpers that they use, and no other: by the compiler's own parser. */
class HelpersTest {
  static List<Path> folders() throws IOException {
    try (var found = Files.walk(Path.of("gen"))) {
      return found
          .filter(path -> path.toString().endsWith(".java"))
          .map(Path::getParent)
          .distinct()
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("folders")
  void helpersAreUsed(Path folder) throws IOException {
    assertEquals(Set.of(), unused(folder));
  }

  /** A name has that of its file in front, as a private member has, which no other file sees. */
  private static Set<String> unused(Path folder) throws IOException {
    Map<String, Set<String>> helpers = new HashMap<>(); // what each names
    Deque<String> wanted = new ArrayDeque<>();
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null);
        var paths = Files.list(folder)) {
      var sources = paths.filter(path -> path.toString().endsWith(".java")).toList();
      var objects = files.getJavaFileObjectsFromPaths(sources);
      var task = (JavacTask) compiler.getTask(null, files, null, null, null, objects);
      for (var unit : task.parse()) {
        String file = unit.getSourceFile().getName() + ":";
        for (Tree type : unit.getTypeDecls()) {
          for (Tree member : ((ClassTree) type).getMembers()) {
            var flags = modifiers(member).getFlags();
            var names = names(member).stream().map(name -> file + name).toList();
            if (type.getKind() != Tree.Kind.CLASS || !helps(member)) {
              wanted.addAll(names);
            } else {
              String key = (flags.contains(Modifier.PRIVATE) ? file : "") + name(member);
              helpers.computeIfAbsent(key, k -> new HashSet<>()).addAll(names);
            }
          }
        }
      }
    }
    Set<String> unused = new TreeSet<>(helpers.keySet());
    Set<String> seen = new HashSet<>();
    while (!wanted.isEmpty()) {
      String name = wanted.pop();
      for (String key : List.of(name, name.substring(name.indexOf(':') + 1))) {
        if (helpers.containsKey(key) && seen.add(key)) {
          wanted.addAll(helpers.get(key));
        }
      }
    }
    unused.removeAll(seen);
    return unused;
  }

  /** Whether others may need a member: not what users call, nor an object's own fields. */
  private static boolean helps(Tree member) {
    var flags = modifiers(member).getFlags();
    boolean field = member instanceof VariableTree && !flags.contains(Modifier.STATIC);
    boolean called = name(member).equals("<init>()") || name(member).equals("serialVersionUID");
    return !field && !called && !flags.contains(Modifier.PUBLIC);
  }

  private static ModifiersTree modifiers(Tree member) {
    if (member instanceof MethodTree method) {
      return method.getModifiers();
    }
    return member instanceof ClassTree type
        ? type.getModifiers()
        : ((VariableTree) member).getModifiers();
  }

  private static String name(Tree member) {
    if (member instanceof MethodTree method) {
      return method.getName() + "()";
    }
    return member instanceof ClassTree type
        ? type.getSimpleName().toString()
        : ((VariableTree) member).getName().toString();
  }

  /** The members that a member may name. */
  private static Set<String> names(Tree member) {
    Set<String> names = new HashSet<>();
    new TreeScanner<Void, Void>() {
      @Override
      public Void visitIdentifier(IdentifierTree node, Void unused) {
        names.add(node.getName().toString());
        return null;
      }

      @Override
      public Void visitMemberSelect(MemberSelectTree node, Void unused) {
        names.add(node.getIdentifier().toString());
        return super.visitMemberSelect(node, unused);
      }

      @Override
      public Void visitMemberReference(MemberReferenceTree node, Void unused) {
        names.add(node.getName() + "()");
        return super.visitMemberReference(node, unused);
      }

      @Override
      public Void visitMethodInvocation(MethodInvocationTree node, Void unused) {
        if (node.getMethodSelect() instanceof IdentifierTree method) {
          names.add(method.getName() + "()");
          return scan(node.getArguments(), null);
        }
        if (node.getMethodSelect() instanceof MemberSelectTree method) {
          // A method of another class, or of a variable: only the former is one of these.
          if (method.getExpression() instanceof IdentifierTree of
              && Character.isUpperCase(of.getName().charAt(0))) {
            names.add(method.getIdentifier() + "()");
          }
          scan(method.getExpression(), null);
        }
        return scan(node.getArguments(), null);
      }
    }.scan(member, null);
    return names;
  }
}
