import type { Person } from '@cuida/core/access/people/people-api.ts'
import { LOCALE_NAMES } from '@cuida/core/brand/locale.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { fullDate } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { Acts, DetailHeader, type Fact, Facts } from '../../kit/place/Detail.tsx'
import { accountChip } from './account-chip.ts'
import type { Act } from './queries.ts'

interface PersonHeaderProps {
  person: Person
  onAct: (act: Act) => void
}

/** Whose account it is, and the deeds that touch all of it. */
export function PersonHeader({ person, onAct }: PersonHeaderProps) {
  const isBlocked = person.status === 'blocked'
  const isOpen = person.sessions.some(({ endedAt }) => endedAt === null)
  return (
    <DetailHeader chip={accountChip(person.status)} title={person.name}>
      <Facts close of={factsOf(person)} term={(name) => t(`desk.people.${name}`)} />
      {!person.isMe && (
        <Acts>
          {isOpen && (
            <Button fit icon="logout" onClick={() => onAct({ name: 'end-sessions' })}>
              {t('desk.people.act.end-sessions')}
            </Button>
          )}
          <Button
            fit
            variant={isBlocked ? 'secondary' : 'danger'}
            icon={isBlocked ? 'check' : 'lock'}
            onClick={() => onAct({ name: isBlocked ? 'unblock' : 'block' })}
          >
            {t(`desk.people.act.${isBlocked ? 'unblock' : 'block'}`)}
          </Button>
        </Acts>
      )}
    </DetailHeader>
  )
}

const factsOf = ({ kind, phone, email, role, locale, dependants, createdAt }: Person): Fact[] => [
  ['phone', phone],
  ['email', email],
  ['role', role && t(`desk.people.role.${role}`)],
  ['language', locale && nameOf(locale)],
  ['since', fullDate(createdAt.slice(0, 10))],
  ['dependants', kind === 'patient' && dependants],
]

const nameOf = (locale: string): string => ({ ...LOCALE_NAMES })[locale as keyof typeof LOCALE_NAMES] ?? locale
