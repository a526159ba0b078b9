import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { pathOf } from '../routes.ts'

/** Where an old link leads: what is gone, and the way to what there is. */
export function Missing({ title }: { title: string }) {
  const action = <LinkButton href={pathOf('home', {})}>{t('catalogue.toHome')}</LinkButton>
  return <EmptyState title={title} action={action} />
}
