"""Which flaws does the shape of a Python program give away? Lines and kinds, from its syntax tree alone."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator

MOST_CODE = 100_000
Found = set[tuple[int, str]]
Function = ast.FunctionDef | ast.AsyncFunctionDef


def python_flaws(text: str) -> Found:
    """The flaws of a program that can be parsed; of any other, none."""
    if len(text) > MOST_CODE:
        return set()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    found: Found = set()
    coroutines = {node.name for node in ast.walk(tree) if isinstance(node, ast.AsyncFunctionDef)}
    awaited = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Await)}
    for node in ast.walk(tree):
        if isinstance(node, Function):
            found |= defaults(node) | files(node) | divisions(node)
        elif isinstance(node, ast.ExceptHandler):
            found |= handler(node)
        elif isinstance(node, ast.For):
            found |= changes(node) | captures(node) | past_end(node)
        elif isinstance(node, ast.Assert) and reads_input(node):
            found.add((node.lineno, "assert-as-check"))
        elif isinstance(node, ast.Expr | ast.Assign | ast.Return) and isinstance(node.value, ast.Call):
            found |= dropped(node, node.value, coroutines, awaited)
        elif isinstance(node, ast.Call) and name_of(node.func) in {"execute", "executemany", "raw", "text"}:
            found |= built_query(node)
    return found | files(tree) | races(tree) | built_elsewhere(tree)


def defaults(node: Function) -> Found:
    """Default values that are shared between calls."""
    arguments = [*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)]
    made = ast.List | ast.Dict | ast.Set
    return {
        (default.lineno, "mutable-default")
        for default in arguments
        if isinstance(default, made)
        or (isinstance(default, ast.Call) and name_of(default.func) in {"list", "dict", "set", "defaultdict"})
    }


def files(scope: Function | ast.Module) -> Found:
    """Files opened outside a `with` and never closed in the same function."""
    inner = list(own(scope))
    within = {id(item.context_expr) for node in inner if isinstance(node, ast.With) for item in node.items}
    closed = {
        name_of(node.func.value)
        for node in inner
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "close"
    }
    found: Found = set()
    for node in inner:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "open":
            kept = next((n for n in inner if isinstance(n, ast.Assign) and n.value is node), None)
            handed = any(isinstance(n, ast.Return) and n.value is node for n in inner)
            name = name_of(kept.targets[0]) if kept else ""
            used_with = any(
                isinstance(n, ast.With) and any(name_of(i.context_expr) == name for i in n.items) for n in inner if name
            )
            if id(node) not in within and not handed and name not in closed and not used_with:
                found.add((node.lineno, "unclosed-file"))
    return found


def handler(node: ast.ExceptHandler) -> Found:
    """Handlers that swallow everything."""
    everything = node.type is None or name_of(node.type) in {"Exception", "BaseException"}
    silent = all(isinstance(line, ast.Pass | ast.Continue) for line in node.body)
    raises = any(isinstance(inner, ast.Raise) for inner in ast.walk(node))
    bare = node.type is None and not raises
    return {(node.lineno, "bare-except")} if bare or (everything and silent) else set()


def changes(node: ast.For) -> Found:
    """Loops that change what they go through."""
    looped = node.iter
    if isinstance(looped, ast.Call) and isinstance(looped.func, ast.Attribute) and looped.func.attr in VIEWS:
        looped = looped.func.value
    name = name_of(looped) if isinstance(looped, ast.Name | ast.Attribute) else ""
    found: Found = set()
    for inner in ast.walk(node) if name else ():
        if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute) and inner.func.attr in CHANGING:
            if name_of(inner.func.value) == name:
                found.add((inner.lineno, "changing-while-iterating"))
        elif isinstance(inner, ast.Delete):
            named = [name_of(t.value) for t in inner.targets if isinstance(t, ast.Subscript)]
            found |= {(inner.lineno, "changing-while-iterating")} if name in named else set()
    return found


def captures(node: ast.For) -> Found:
    """Functions made in a loop that read its variable later."""
    names = {n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)}
    found: Found = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Lambda):
            bound = {a.arg for a in inner.args.args}
            read = {n.id for n in ast.walk(inner.body) if isinstance(n, ast.Name)}
            kept = any(
                isinstance(call, ast.Call) and name_of(call.func) in KEEPING and any(inner is n for n in ast.walk(call))
                for call in ast.walk(node)
            )
            if kept and read & names - bound:
                found.add((inner.lineno, "captured-variable"))
    return found


def past_end(node: ast.For) -> Found:
    """Loops over `range(len(x))` that read `x[i + 1]`."""
    call = node.iter
    if not (isinstance(call, ast.Call) and name_of(call.func) == "range" and isinstance(node.target, ast.Name)):
        return set()
    last = call.args[-1] if len(call.args) < 3 and call.args else None
    if not (isinstance(last, ast.Call) and name_of(last.func) == "len" and last.args):
        return set()
    name = name_of(last.args[0])
    guards = {id(n) for test in ast.walk(node) if isinstance(test, ast.If | ast.IfExp) for n in ast.walk(test)}
    return {
        (inner.lineno, "off-by-one")
        for inner in ast.walk(node)
        if isinstance(inner, ast.Subscript)
        and name_of(inner.value) == name
        and isinstance(inner.slice, ast.BinOp)
        and isinstance(inner.slice.op, ast.Add)
        and name_of(inner.slice.left) == node.target.id
        and (id(inner) not in guards or not guarded(node, inner))
    }


def guarded(loop: ast.For, read: ast.Subscript) -> bool:
    """Whether a condition around the reading compares with a length first."""
    tests = [node for node in ast.walk(loop) if isinstance(node, ast.If | ast.IfExp)]
    for test in tests:
        around = any(n is read for n in ast.walk(test))
        if around and any(isinstance(n, ast.Call) and name_of(n.func) == "len" for n in ast.walk(test.test)):
            return True
    return False


def dropped(statement: ast.stmt, call: ast.Call, coroutines: set[str], awaited: set[int]) -> Found:
    """Coroutines nobody waits for, and exceptions nobody raises."""
    name = name_of(call.func)
    if isinstance(statement, ast.Expr) and name.endswith(("Error", "Exception")) and isinstance(call.func, ast.Name):
        return {(statement.lineno, "unraised")}
    waits = name in coroutines or (isinstance(call.func, ast.Attribute) and ast.unparse(call.func) == "asyncio.sleep")
    if waits and id(call) not in awaited and not isinstance(statement, ast.Return):
        return {(statement.lineno, "missing-await")}
    return set()


def divisions(node: Function) -> Found:
    """Means over something that may be empty and is never asked about."""
    found: Found = set()
    asked = {
        name_of(part)
        for test in ast.walk(node)
        if isinstance(test, ast.If | ast.IfExp | ast.Assert | ast.While)
        for part in ast.walk(test.test)
        if isinstance(part, ast.Name | ast.Attribute)
    }
    for inner in ast.walk(node):
        if isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Div | ast.FloorDiv):
            under = inner.right
            if isinstance(under, ast.Call) and name_of(under.func) == "len" and under.args:
                name = name_of(under.args[0])
                if name and name not in asked:
                    found.add((inner.lineno, "division-by-zero"))
    return found


def races(tree: ast.Module) -> Found:
    """Shared names that threads change with no lock around them."""
    threads = [
        node for node in ast.walk(tree)
        if isinstance(node, ast.Call) and name_of(node.func) in {"Thread", "ThreadPoolExecutor", "start_new_thread"}
    ]  # fmt: skip
    if not threads:
        return set()
    shared = {
        name_of(target)
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(node.value, ast.Dict | ast.List | ast.Constant | ast.Call)
    }
    found: Found = set()
    for function in (node for node in ast.walk(tree) if isinstance(node, Function)):
        locked = {
            id(inner)
            for block in ast.walk(function)
            if isinstance(block, ast.With) and any("lock" in ast.unparse(i.context_expr).lower() for i in block.items)
            for inner in ast.walk(block)
        }
        declared = {name for n in ast.walk(function) if isinstance(n, ast.Global) for name in n.names}
        for inner in ast.walk(function):
            if id(inner) in locked or not isinstance(inner, ast.AugAssign | ast.Assign):
                continue
            targets = [inner.target] if isinstance(inner, ast.AugAssign) else inner.targets
            for target in targets:
                base = target.value if isinstance(target, ast.Subscript) else target
                name = name_of(base)
                if name in shared and (isinstance(target, ast.Subscript) or name in declared):
                    found.add((inner.lineno, "race"))
    return found


def built_query(call: ast.Call) -> Found:
    """Queries put together from text."""
    first = call.args[0] if call.args else None
    built = (isinstance(first, ast.BinOp) and not all_constant(first)) or (
        isinstance(first, ast.JoinedStr) and any(isinstance(part, ast.FormattedValue) for part in first.values)
    )
    formatted = isinstance(first, ast.Call) and isinstance(first.func, ast.Attribute) and first.func.attr == "format"
    return {(first.lineno, "sql-injection")} if first is not None and (built or formatted) else set()


def built_elsewhere(tree: ast.Module) -> Found:
    """Values that came in from outside and are executed as a command."""
    return {
        (node.lineno, "shell-injection")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in {"os.system", "os.popen"}
        and node.args
        and not isinstance(node.args[0], ast.Constant)
    }


def reads_input(node: ast.Assert) -> bool:
    """Whether an assert checks something that comes from outside."""
    return any(word in ast.unparse(node.test) for word in ("request", "user", "is_admin", "input", "argv"))


def all_constant(node: ast.expr) -> bool:
    """Whether an expression is made of constants only."""
    return not any(isinstance(inner, ast.Name | ast.Call | ast.Attribute) for inner in ast.walk(node))


def own(scope: Function | ast.Module) -> Iterator[ast.AST]:
    """The nodes of a scope, without those of functions inside it."""
    todo: list[ast.AST] = list(ast.iter_child_nodes(scope))
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, Function | ast.Lambda):
            todo += ast.iter_child_nodes(node)


def name_of(node: ast.expr | ast.AST) -> str:
    """The last name of `x`, `a.x` or `self.x`; empty for anything else."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


VIEWS = {"items", "keys", "values"}
CHANGING = {"remove", "append", "pop", "insert", "add", "discard", "clear", "extend", "popitem"}
KEEPING = {"append", "add", "insert", "Thread", "submit", "connect", "register", "setdefault", "after"}
