// The page Sessions.
export default function SessionsPage() {
  return <h1>Sessions</h1>;
}
