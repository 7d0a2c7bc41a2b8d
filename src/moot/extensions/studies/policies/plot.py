"""Draw policies by price and share of right answers, as SVG."""

from __future__ import annotations

from html import escape

from moot.exports.public import printable
from moot.extensions.studies.policies.comparison import PolicyComparison

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 420, 60, 170, 20, 45


def plot_of(comparison: PolicyComparison) -> str:
    """Return an SVG drawing of the policies by price and share of right answers, with 95 % intervals."""
    single = comparison.policies[0].right
    most = max(each.price for each in comparison.policies) or 1.0

    def x(price: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * price / most, 1)

    def y(share: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * min(1.0, max(0.0, share)), 1)

    parts = [
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(share)}" y2="{y(share)}" stroke="#ddd"/>'
        f'<text x="{LEFT - 8}" y="{y(share) + 4}" text-anchor="end">{share:.0%}</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    ]
    parts += [
        f'<text x="{x(most * share)}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">${most * share:.4g}</text>'
        for share in (0, 0.5, 1)
    ]
    parts += [
        f'<line x1="{x(each.price)}" x2="{x(each.price)}" y1="{y(single + each.low)}" y2="{y(single + each.high)}" '
        f'stroke="#999"/><circle cx="{x(each.price)}" cy="{y(each.right)}" r="4" fill="#1a5fb4"/>'
        f'<text x="{x(each.price) + 7}" y="{y(each.right) + 4}">{escape(printable(each.policy))}</text>'
        for each in comparison.policies
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12"><title>Right answers by price per question, {comparison.questions} questions</title>'
        f"{''.join(parts)}</svg>\n"
    )
