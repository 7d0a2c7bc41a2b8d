// The page of settings.
export default function SettingsPage({ section, item }: { section: string | undefined; item: string | undefined }) {
  return (
    <h1>
      Settings {section} {item}
    </h1>
  );
}
