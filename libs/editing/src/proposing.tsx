import { Proposed } from '@archive/api-client';
import { useNavigate } from '@archive/router';
import { useSession } from '@archive/shell-api';
import { toast } from '@archive/ui';

/** Whether what the user saves in a form becomes a proposal. */
export const useProposes = (): boolean => useSession().role === 'contributor';

/** Says in a form that saving only proposes; nothing for those whose changes are saved. */
export function ProposesNote() {
  return useProposes() && <span className="text-13 text-faded">A curator reviews what you propose.</span>;
}

/** Handles the error of a save that became a proposal: says what happens next. Returns false for other errors. */
export function useProposedToast(): (error: unknown) => boolean {
  const navigate = useNavigate();
  return (error) => {
    if (!(error instanceof Proposed)) return false;
    toast.success(error.message, {
      action: { label: 'Your proposals', onClick: () => void navigate('/account/proposals') },
    });
    return true;
  };
}
