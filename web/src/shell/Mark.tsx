// What is Moot's sign? A ring of seats around a point, in brass.
export function Mark({ size = 26 }: { size?: number }) {
  const corners = [90, 18, -54, -126, 162].map((degrees) => {
    const turn = (degrees * Math.PI) / 180;
    return { x: 16 + 11.5 * Math.cos(turn), y: 16.4 - 11.5 * Math.sin(turn) };
  });
  const ring = corners.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <polygon points={ring} fill="none" stroke="var(--gold-ink)" strokeWidth="1.5" opacity="0.75" />
      {corners.map(({ x, y }) => (
        <circle key={x + y} cx={x} cy={y} r="2.6" fill="var(--gold-ink)" />
      ))}
      <circle cx="16" cy="16.4" r="2" fill="var(--text)" />
    </svg>
  );
}
