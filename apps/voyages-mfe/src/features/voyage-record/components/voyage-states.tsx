import { Loading, SkeletonLine } from '@archive/ui';

/** Skeleton of the voyage page; `title` is the page heading until the voyage is loaded. */
export function VoyageLoading({ title = 'Voyage' }: { title?: string | null }) {
  return (
    <Loading label="Loading voyage..." className="flex flex-col">
      {title && <h1 className="sr-only">{title}</h1>}
      <div className="border-t-3 border-b border-t-ink border-b-rule py-3.5">
        <SkeletonLine className="w-56" />
      </div>
      <SkeletonLine className="mt-8 h-10 w-3/4" />
      <SkeletonLine className="mt-5 h-5 w-1/2" />
      <div className="mt-10 grid gap-12 lg:grid-cols-[1fr_20rem]">
        <div className="flex flex-col gap-3">
          <SkeletonLine className="w-11/12" />
          <SkeletonLine className="w-full" />
          <SkeletonLine className="w-4/5" />
        </div>
        <div className="flex flex-col gap-5">
          <SkeletonLine className="w-2/3" />
          <SkeletonLine className="w-1/2" />
          <SkeletonLine className="w-3/5" />
        </div>
      </div>
    </Loading>
  );
}

/** The placeholder of a voyage inside the list. */
export function CardLoading() {
  return (
    <Loading label="Loading voyage..." className="flex flex-col gap-3">
      <SkeletonLine className="w-11/12" />
      <SkeletonLine className="w-4/5" />
      <SkeletonLine className="mt-4 w-1/3" />
      <SkeletonLine className="w-1/2" />
    </Loading>
  );
}
