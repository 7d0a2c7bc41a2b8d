"""Evaluate an arithmetic expression exactly, within hard limits. Pure.

Numbers are fractions. A square root that is not one is enclosed between two fractions, and so is everything computed
from it. A result that these bounds do not settle is refused, and so is a rounding of exactly one half, for which rules
differ.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from decimal import Context, Decimal, Inexact
from fractions import Fraction
from itertools import pairwise, product

MOST_CHARACTERS = 300
MOST_DEPTH = 40
"""Most levels of nesting in an expression."""
MOST_BITS = 4_096
"""Most bits of a numerator or denominator."""
MOST_DIGITS = 40
"""Most digits of a result that is written out whole."""
ROOT_DIGITS = 40
"""Decimal places of the bounds of a square root."""
SIGNS = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "^": "**", "≤": "<=", "≥": ">=", "≠": "!="})
"""Signs of arithmetic, as Python writes them."""
Bounds = tuple[Fraction, Fraction]
"""The least and the largest number that a value can be; the same one for a number that is known exactly."""


class NotComputed(Exception):
    """Raised for an expression that has no value within the limits; its text says why."""


def evaluate(expression: str) -> Bounds | bool:
    """Return the value of an arithmetic expression, or whether a comparison is true.

    It may contain numbers, `+ - * / // % **`, parentheses, and `min max abs round sqrt`; comparisons stand outermost.

    Raises:
        NotComputed: It contains something else, is too large, or has no value.

    Example:
        >>> evaluate("17 * 23 == 391")
        True
    """
    body = _parsed(expression)
    try:
        if not isinstance(body, ast.Compare):
            return _value(body, 0)
        sides = [_value(side, 1) for side in (body.left, *body.comparators)]
    except ZeroDivisionError:
        raise NotComputed("it divides by zero") from None
    found = [_compared(op, *pair) for op, pair in zip(body.ops, pairwise(sides), strict=True)]
    if False in found:
        return False
    if None in found:
        raise NotComputed("its two sides are too close to tell apart")
    return True


def computed_in_words(expression: str) -> str:
    """Return an expression with its value as a sentence: `17 × 23 = 391`, `2 > 3 is false`.

    Raises:
        NotComputed: See `evaluate`.
    """
    value = evaluate(expression)
    written = ast.unparse(_parsed(expression)).replace(" * ", " × ")
    if isinstance(value, bool):
        return f"{written} is {'true' if value else 'false'}"
    low, high = value
    number, exact = _decimal(low, MOST_DIGITS)
    if low == high and exact:
        return f"{written} = {number}"
    number, other = _decimal(low, 12)[0], _decimal(high, 12)[0]
    if number != other:
        raise NotComputed("its value cannot be computed exactly enough")
    return f"{written} ≈ {number}"


def _parsed(expression: str) -> ast.expr:
    text = expression.translate(SIGNS).strip()
    if not text:
        raise NotComputed("no expression is given")
    if len(text) > MOST_CHARACTERS:
        raise NotComputed(f"it is longer than {MOST_CHARACTERS} characters")
    try:
        body = ast.parse(text, mode="eval").body
        floats = [node for node in ast.walk(body) if isinstance(node, ast.Constant) and isinstance(node.value, float)]
        whole = all(Decimal(ast.get_source_segment(text, node) or "") == Decimal(repr(node.value)) for node in floats)
    except (SyntaxError, ValueError, RecursionError, MemoryError, ArithmeticError):
        raise NotComputed("it is no arithmetic expression") from None
    if not whole:
        raise NotComputed("a number in it has too many digits")
    return body


def _value(node: ast.expr, depth: int) -> Bounds:
    if depth > MOST_DEPTH:
        raise NotComputed("it is nested too deeply")
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            found = _exactly(Fraction(repr(number)))
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            found = _value(operand, depth + 1)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            found = _minus(_value(operand, depth + 1))
        case ast.BinOp(op=ast.Mod(), right=ast.UnaryOp()):  # `15% + 3` is a percentage, and Python reads `15 % (+3)`
            raise NotComputed("`%` stands before a sign; write a percentage as `15/100`")
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
            found = _OPERATIONS[type(op)](_value(left, depth + 1), _value(right, depth + 1))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _FUNCTIONS:
            found = _called(name, [_value(each, depth + 1) for each in args])
        case _:
            raise NotComputed("it contains something other than arithmetic")
    for end in found:
        if _bits(end) > MOST_BITS:
            raise NotComputed("its numbers become too large")
    return found


def _exactly(number: Fraction) -> Bounds:
    return number, number


def _bits(number: Fraction) -> int:
    return max(number.numerator.bit_length(), number.denominator.bit_length())


def _minus(one: Bounds) -> Bounds:
    return -one[1], -one[0]


def _add(one: Bounds, other: Bounds) -> Bounds:
    return one[0] + other[0], one[1] + other[1]


def _times(one: Bounds, other: Bounds) -> Bounds:
    ends = [a * b for a, b in product(one, other)]
    return min(ends), max(ends)


def _over(one: Bounds, other: Bounds) -> Bounds:
    if other[0] <= 0 <= other[1]:
        raise ZeroDivisionError
    return _times(one, (1 / other[1], 1 / other[0]))


def _floor_over(one: Bounds, other: Bounds) -> Bounds:
    low, high = map(math.floor, _over(one, other))
    if low != high:
        raise NotComputed("a division lies too close to a whole number")
    return _exactly(Fraction(low))


def _power(base: Bounds, exponent: Bounds) -> Bounds:
    if exponent[0] != exponent[1] or exponent[0].denominator != 1:
        raise NotComputed("an exponent is no whole number")
    times = int(exponent[0])
    if abs(times) * max(map(_bits, base)) > MOST_BITS:
        raise NotComputed("its numbers become too large")
    if times < 0:
        return _over(_exactly(Fraction(1)), _power(base, _exactly(Fraction(-times))))
    ends = [end**times for end in base] + ([Fraction(0)] if times and base[0] < 0 < base[1] else [])
    return min(ends), max(ends)


def _called(name: str, given: list[Bounds]) -> Bounds:
    function, least, most = _FUNCTIONS[name]
    if not least <= len(given) <= most:
        raise NotComputed(f"`{name}` is given {len(given)} numbers")
    return function(*given)


def _absolute(one: Bounds) -> Bounds:
    ends = [*map(abs, one), *([Fraction(0)] if one[0] < 0 < one[1] else [])]
    return min(ends), max(ends)


def _rounded(one: Bounds, places: Bounds = (Fraction(0), Fraction(0))) -> Bounds:
    if places[0] != places[1] or places[0].denominator != 1 or abs(places[0]) > ROOT_DIGITS:
        raise NotComputed(f"`round` takes up to {ROOT_DIGITS} decimal places")
    scale, half = Fraction(10) ** int(places[0]), Fraction(1, 2)
    low, high = math.ceil(one[0] * scale - half), math.floor(one[1] * scale + half)
    if low != high:
        raise NotComputed("a number to round lies on the border between two roundings")
    return _exactly(low / scale)


def _root(one: Bounds) -> Bounds:
    if one[0] < 0:
        raise NotComputed("it takes the square root of a negative number")
    (low, _), (_, high) = map(_root_of, one)
    return low, high


def _root_of(number: Fraction) -> Bounds:
    above, below = math.isqrt(number.numerator), math.isqrt(number.denominator)
    if above**2 == number.numerator and below**2 == number.denominator:
        return _exactly(Fraction(above, below))
    scale = 10**ROOT_DIGITS
    low = math.isqrt(number.numerator * scale**2 // number.denominator)
    return Fraction(low, scale), Fraction(low + 1, scale)


_OPERATIONS: dict[type[ast.operator], Callable[[Bounds, Bounds], Bounds]] = {
    ast.Add: _add,
    ast.Sub: lambda one, other: _add(one, _minus(other)),
    ast.Mult: _times,
    ast.Div: _over,
    ast.FloorDiv: _floor_over,
    ast.Mod: lambda one, other: _add(one, _minus(_times(other, _floor_over(one, other)))),
    ast.Pow: _power,
}
_FUNCTIONS: dict[str, tuple[Callable[..., Bounds], int, int]] = {
    "min": (lambda *given: (min(low for low, _ in given), min(high for _, high in given)), 2, 20),
    "max": (lambda *given: (max(low for low, _ in given), max(high for _, high in given)), 2, 20),
    "abs": (_absolute, 1, 1),
    "round": (_rounded, 1, 2),
    "sqrt": (_root, 1, 1),
}
"""Each function with the fewest and the most numbers that it takes."""


_ACCEPTED: dict[type[ast.cmpop], set[int]] = {
    ast.Lt: {-1},
    ast.LtE: {-1, 0},
    ast.Eq: {0},
    ast.NotEq: {-1, 1},
    ast.GtE: {0, 1},
    ast.Gt: {1},
}
"""For each comparison, the signs of a difference for which it is true."""


def _compared(op: ast.cmpop, one: Bounds, other: Bounds) -> bool | None:
    """Return whether a comparison is true; `None` if the bounds do not settle it."""
    if type(op) not in _ACCEPTED:
        raise NotComputed("it contains something other than arithmetic")
    low, high = _add(one, _minus(other))
    signs = [sign for sign, can in ((-1, low < 0), (0, low <= 0 <= high), (1, high > 0)) if can]
    found = {sign in _ACCEPTED[type(op)] for sign in signs}
    return found.pop() if len(found) == 1 else None


def _decimal(number: Fraction, digits: int) -> tuple[str, bool]:
    """Return a number with at most so many digits, and whether that is the number exactly."""
    context = Context(prec=digits)
    found = context.normalize(context.divide(Decimal(number.numerator), Decimal(number.denominator)))
    return f"{found:f}" if -8 < found.adjusted() < MOST_DIGITS else str(found), not context.flags[Inexact]
