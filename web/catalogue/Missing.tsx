import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { SearchDrawing } from '@cuida/ui/EmptyState/drawings.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { pathOf } from '../routes.ts'

/** Shown for an outdated link, with a link to what exists. */
export function Missing({ title }: { title: string }) {
  const action = <LinkButton href={pathOf('home', {})}>{t('catalogue.toHome')}</LinkButton>
  return <EmptyState drawing={<SearchDrawing />} title={title} action={action} />
}
