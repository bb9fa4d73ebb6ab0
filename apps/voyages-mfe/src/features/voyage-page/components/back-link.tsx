import { Link, useNavigate } from '@archive/router';
import { buttonClass } from '@archive/ui';
import { ArrowLeft } from '@archive/ui/icons';
import type { Origin } from '../../voyage-record/origin.ts';

/** Link back to the list: to the page and scroll position the visitor came from, otherwise to its first page. */
export function BackLink({ origin }: { origin: Origin | undefined }) {
  const navigate = useNavigate();
  return (
    <Link
      to={`/voyages${origin?.search ?? ''}`}
      className={buttonClass({ variant: 'quiet', size: 'small' }, '-ml-3')}
      onClick={(event) => {
        const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
        if (!origin || !isPlainClick) return;
        event.preventDefault();
        void navigate(-origin.steps);
      }}
    >
      <ArrowLeft aria-hidden />
      Back to voyages
    </Link>
  );
}
