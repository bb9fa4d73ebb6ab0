import type { IngestReport } from '@archive/contracts';
import { Button, Checkbox, formatCount, formatList, formatNumber, Notice, pluralize } from '@archive/ui';

/** What the import does with names that nobody decides, in the order in which it is said. */
const OUTCOMES = [
  { as: 'new', one: 'is added as a new person', many: 'are added as new people' },
  { as: 'known', one: 'is linked to the possible match', many: 'are linked to their possible matches' },
  { as: 'text', one: 'is kept as text, without a person', many: 'are kept as text, without people' },
] as const;

interface NamesNoticeProps {
  report: IngestReport;
  confirmed: boolean;
  onConfirm: (confirmed: boolean) => void;
  /** Leads to the first of the names. */
  onReview: () => void;
}

/** Says what the import does with the names that need review, and asks for a confirmation. */
export function NamesNotice({ report: { names, names_to_review }, confirmed, onConfirm, onReview }: NamesNoticeProps) {
  const outcomes = OUTCOMES.flatMap(({ as, one, many }) => {
    const count = names_to_review[as];
    return count > 0 ? [`${formatNumber(count)} ${pluralize(count, one, many)}`] : [];
  });
  return (
    <Notice
      tone="warning"
      title={`${formatCount(names.check, 'name')} to review`}
      action={
        <Button size="small" onClick={onReview}>
          Review names
        </Button>
      }
    >
      <p className="mb-2">If you import without a review, {formatList(outcomes)}.</p>
      <Checkbox
        label={pluralize(names.check, 'Import without reviewing it', 'Import without reviewing them')}
        checked={confirmed}
        onChange={({ target }) => onConfirm(target.checked)}
      />
    </Notice>
  );
}
