/** A value labeled with its origin. */
export function Value({ label, value }: { label: string; value: string | null }) {
  return (
    <div className="min-w-0 rounded border border-rule bg-leaf px-3 py-2">
      <p className="text-13 text-faded">{label}</p>
      <p className="break-words whitespace-pre-line">{value ?? <span className="text-faded">blank</span>}</p>
    </div>
  );
}
