import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { CalendarDrawing } from '@cuida/ui/EmptyState/drawings.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { pathOf } from '../routes.ts'

/** A clinic without products: rare, so its messages and drawing load separately from Home. */
export function NothingOffered() {
  const action = <LinkButton href={pathOf('support')}>{t('catalogue.home.toSupport')}</LinkButton>
  return <EmptyState drawing={<CalendarDrawing />} title={t('catalogue.home.empty')} action={action} />
}
