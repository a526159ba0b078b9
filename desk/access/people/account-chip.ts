import type { Person } from '@cuida/core/access/people/people-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'

/** The status chip of an account: whether it can sign in. */
export const accountStatusChip = (status: Person['status']) =>
  status === 'blocked'
    ? ({ text: t('desk.people.status.blocked'), tone: 'danger', icon: 'lock' } as const)
    : ({ text: t(`desk.people.status.${status}`), tone: 'success', icon: 'check' } as const)
