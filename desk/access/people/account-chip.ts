import type { Person } from '@cuida/core/access/people/people-api.ts'
import { t } from '@cuida/ui/words/words.ts'

/** Whether an account opens the door. */
export const accountChip = (status: Person['status']) =>
  status === 'blocked'
    ? ({ words: t('desk.people.status.blocked'), tone: 'danger', icon: 'lock' } as const)
    : ({ words: t(`desk.people.status.${status}`), tone: 'success', icon: 'check' } as const)
