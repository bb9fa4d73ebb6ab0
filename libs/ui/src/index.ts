/** Presentational components. Large or rarely used ones have a subpath: icons, prose, dusk-scene, gallery. */
export { Anchor, LinkProvider, TextLink, linkClass } from './base/anchor.tsx';
export type { AnchorProps } from './base/anchor.tsx';
export { cx } from './base/cx.ts';
export { lazyComponent } from './base/lazy-component.tsx';
export { formatDate, formatDateRange, isApproximate, parsePartialDate } from './base/dates.ts';

export {
  formatAgo,
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
export { PortalScope, usePortalScope } from './base/portal-scope.tsx';
export { VisuallyHidden } from './base/visually-hidden.tsx';
export { Pennant } from './brand/pennant.tsx';
export { Banner } from './feedback/banner.tsx';
export type { BannerProps } from './feedback/banner.tsx';
export { Notice } from './feedback/notice.tsx';
export type { NoticeProps } from './feedback/notice.tsx';
export { Progress } from './feedback/progress.tsx';
export type { ProgressProps, ProgressTone } from './feedback/progress.tsx';
export { Loading, SkeletonBlock, SkeletonLine, SkeletonList, SkeletonText } from './feedback/skeleton.tsx';
export { EmptyState, FailedState, NoMatchesState } from './feedback/states.tsx';
export type { StateProps } from './feedback/states.tsx';
export { Button, LinkButton, buttonClass } from './buttons/button.tsx';
export type { ButtonProps, ButtonSize, ButtonVariant, LinkButtonProps } from './buttons/button.tsx';
export { IconButton } from './buttons/icon-button.tsx';
export { Spinner } from './buttons/spinner.tsx';
export type { IconButtonProps } from './buttons/icon-button.tsx';
export { PasswordField } from './forms/password-field.tsx';
export type { PasswordFieldProps } from './forms/password-field.tsx';
export { SearchField } from './forms/search-field.tsx';
export type { SearchFieldProps } from './forms/search-field.tsx';
export { useSearchText } from './forms/use-search-text.ts';
export { Select } from './forms/select.tsx';
export type { SelectOption, SelectProps } from './forms/select.tsx';
export { TextArea, TextField } from './forms/text-field.tsx';
export type { TextAreaProps, TextFieldProps } from './forms/text-field.tsx';
export { Checkbox, Switch } from './forms/toggles.tsx';
export type { CheckboxProps, SwitchProps } from './forms/toggles.tsx';
export { Breadcrumbs } from './layout/breadcrumbs.tsx';
export type { BreadcrumbsProps } from './layout/breadcrumbs.tsx';
export { Disclosure, CollapsibleSection } from './layout/collapsible.tsx';
export type { DisclosureProps, CollapsibleSectionProps } from './layout/collapsible.tsx';
export { Card, Eyebrow, Panel } from './layout/panel.tsx';
export type { CardProps } from './layout/panel.tsx';
export { PageHeader } from './layout/page-header.tsx';
export type { PageHeaderProps } from './layout/page-header.tsx';
export { Pagination } from './layout/pagination.tsx';
export type { PaginationProps } from './layout/pagination.tsx';
export { SkipLink } from './layout/skip-link.tsx';
export { GridPicture, JustifiedGrid, gridPictureClass } from './media/justified-grid.tsx';
export type { GridPictureProps, JustifiedGridProps } from './media/justified-grid.tsx';
export { Thumbnail } from './media/thumbnail.tsx';
export type { MediaKind, ThumbnailProps } from './media/thumbnail.tsx';
export { ConfirmDialog } from './overlays/confirm-dialog.tsx';
export type { ConfirmDialogProps } from './overlays/confirm-dialog.tsx';
export { loadOverlays } from './overlays/overlay-code.ts';
export { Dialog } from './overlays/dialog.tsx';
export type { DialogProps, SheetProps } from './overlays/overlay-props.ts';
export { DownloadMenu } from './overlays/download-menu.tsx';
export type { DownloadMenuProps } from './overlays/download-menu.tsx';
export { Menu } from './overlays/menu.tsx';
export type { MenuItem, MenuProps } from './overlays/menu-list.tsx';
export { Sheet } from './overlays/sheet.tsx';
export { Tabs } from './overlays/lazy-tabs.tsx';
export type { TabItem, TabsProps } from './overlays/tabs.tsx';
export { toast } from './overlays/toast-store.ts';
export type { ToastOptions, ToastTone } from './overlays/toast-store.ts';
export { Toaster } from './overlays/toaster.tsx';
export { Tooltip } from './buttons/tooltip.tsx';
export type { TooltipProps } from './buttons/tooltip.tsx';
export { Badge, Chip } from './records/badge.tsx';
export type { BadgeProps, ChipProps } from './records/badge.tsx';
export { DateBlock } from './records/date-block.tsx';
export { DateRange, type DateRangeProps } from './records/date-range.tsx';
export type { DateBlockProps } from './records/date-block.tsx';
export { DefinitionList } from './records/definition-list.tsx';
export type { DefinitionListProps } from './records/definition-list.tsx';
export { FieldChanges } from './records/field-changes.tsx';
export type { FieldChangesProps } from './records/field-changes.tsx';
export { RestoreDialog } from './records/restore-dialog.tsx';
export type { RestoreDialogProps } from './records/restore-dialog.tsx';
export { Avatar, initialsOf } from './records/avatar.tsx';
export type { AvatarProps } from './records/avatar.tsx';
export { Quote } from './records/quote.tsx';
export type { QuoteProps } from './records/quote.tsx';
export { ResultItem } from './records/result-item.tsx';
export type { ResultItemProps } from './records/result-item.tsx';
export { Route } from './records/route.tsx';
export type { RouteProps } from './records/route.tsx';
export { StatCard } from './records/stat-card.tsx';
export type { StatCardProps } from './records/stat-card.tsx';
