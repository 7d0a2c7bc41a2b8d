// The page Convene.
export default function ConvenePage() {
  return <h1>Convene</h1>;
}
