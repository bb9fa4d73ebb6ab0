/** Presentational components. Large or rarely used ones have a subpath: icons, prose, dusk-scene, gallery. */
export * from './base/anchor.tsx';
export * from './base/cx.ts';
export * from './base/lazy-component.tsx';
export { formatDate, formatDateRange, isApproximate, parsePartialDate } from '@archive/contracts/dates';

export {
  formatAgo,
  formatAdded,
  formatCount,
  formatClock,
  formatDateTime,
  formatDay,
  formatDecimal,
  formatDuration,
  formatFileSize,
  formatList,
  formatMinimum,
  formatNumber,
  formatPercent,
  formatTotal,
  monthName,
  MONTHS,
  pluralize,
  today,
  weekdayName,
} from '@archive/contracts/format';
export * from './base/portal-scope.tsx';
export * from './base/visually-hidden.tsx';
export * from './brand/pennant.tsx';
export * from './feedback/banner.tsx';
export * from './feedback/notice.tsx';
export * from './feedback/progress.tsx';
export * from './feedback/skeleton.tsx';
export * from './feedback/states.tsx';
export * from './buttons/button.tsx';
export * from './buttons/icon-button.tsx';
export * from './forms/text-field.tsx';
export * from './forms/search-field.tsx';
export * from './forms/toggles.tsx';
export * from './layout/page-header.tsx';
export * from './layout/collapsible.tsx';
export * from './layout/panel.tsx';
export * from './layout/pagination.tsx';
export * from './media/justified-grid.tsx';
export * from './media/thumbnail.tsx';
export * from './overlays/confirm-dialog.tsx';
export * from './overlays/dialog.tsx';
export type { DialogProps, SheetProps } from './overlays/overlay-panels.tsx';
export * from './overlays/menu.tsx';
export type { MenuItem, MenuProps } from './overlays/menu-list.tsx';
export * from './overlays/lazy-tabs.tsx';
export type { TabItem, TabsProps } from './overlays/tabs.tsx';
export { toast, type ToastOptions, type ToastTone } from './overlays/toast-store.ts';
export * from './overlays/toaster.tsx';
export * from './records/badge.tsx';
export * from './records/dates.tsx';
export * from './records/facts.tsx';
export * from './records/avatar.tsx';
export * from './records/result-item.tsx';
