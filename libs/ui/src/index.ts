/** Presentational components. Large or rarely used ones have a subpath: icons, prose, dusk-scene, gallery. */
export { Anchor, LinkProvider, TextLink, linkClass, type AnchorProps } from './base/anchor.tsx';
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
export { Banner, type BannerProps } from './feedback/banner.tsx';
export { Notice, type NoticeProps } from './feedback/notice.tsx';
export { Progress, type ProgressProps, type ProgressTone } from './feedback/progress.tsx';
export { Loading, SkeletonBlock, SkeletonLine, SkeletonList, SkeletonText } from './feedback/skeleton.tsx';
export { EmptyState, FailedState, NoMatchesState, type StateProps } from './feedback/states.tsx';
export {
  Button,
  LinkButton,
  Spinner,
  buttonClass,
  type ButtonProps,
  type ButtonSize,
  type ButtonVariant,
  type LinkButtonProps,
} from './buttons/button.tsx';
export { IconButton, Tooltip, type IconButtonProps, type TooltipProps } from './buttons/icon-button.tsx';
export {
  PasswordField,
  TextArea,
  TextField,
  type PasswordFieldProps,
  type TextAreaProps,
  type TextFieldProps,
} from './forms/text-field.tsx';
export { SearchField, useSearchText, type SearchFieldProps } from './forms/search-field.tsx';
export { Select, type SelectOption, type SelectProps } from './forms/text-field.tsx';
export { Checkbox, Switch, type CheckboxProps, type SwitchProps } from './forms/toggles.tsx';
export {
  Breadcrumbs,
  PageHeader,
  SkipLink,
  type BreadcrumbsProps,
  type PageHeaderProps,
} from './layout/page-header.tsx';
export {
  Disclosure,
  CollapsibleSection,
  type DisclosureProps,
  type CollapsibleSectionProps,
} from './layout/collapsible.tsx';
export { Card, Eyebrow, Panel, type CardProps } from './layout/panel.tsx';
export { Pagination, type PaginationProps } from './layout/pagination.tsx';
export {
  GridPicture,
  JustifiedGrid,
  gridPictureClass,
  type GridPictureProps,
  type JustifiedGridProps,
} from './media/justified-grid.tsx';
export { Thumbnail, type MediaKind, type ThumbnailProps } from './media/thumbnail.tsx';
export {
  ConfirmDialog,
  FieldChanges,
  RestoreDialog,
  type ConfirmDialogProps,
  type FieldChangesProps,
  type RestoreDialogProps,
} from './overlays/confirm-dialog.tsx';
export { Dialog, Sheet, loadOverlays } from './overlays/dialog.tsx';
export type { DialogProps, SheetProps } from './overlays/overlay-panels.tsx';
export { DownloadMenu, Menu, type DownloadMenuProps } from './overlays/menu.tsx';
export type { MenuItem, MenuProps } from './overlays/menu-list.tsx';
export { Tabs } from './overlays/lazy-tabs.tsx';
export type { TabItem, TabsProps } from './overlays/tabs.tsx';
export { toast, type ToastOptions, type ToastTone } from './overlays/toast-store.ts';
export { Toaster } from './overlays/toaster.tsx';
export { Badge, Chip, type BadgeProps, type ChipProps } from './records/badge.tsx';
export { DateBlock, DateRange, type DateRangeProps, type DateBlockProps } from './records/dates.tsx';
export {
  DefinitionList,
  Quote,
  Route,
  StatCard,
  type DefinitionListProps,
  type QuoteProps,
  type RouteProps,
  type StatCardProps,
} from './records/facts.tsx';
export { Avatar, initialsOf, type AvatarProps } from './records/avatar.tsx';
export { ResultItem, type ResultItemProps } from './records/result-item.tsx';
