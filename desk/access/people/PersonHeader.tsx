import type { Person } from '@cuida/core/access/people/people-api.ts'
import { LOCALE_NAMES } from '@cuida/core/brand/locale.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { fullDate } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import css from './PersonHeader.module.css'
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
    <header className={css.header}>
      <StatusChip tone={isBlocked ? 'danger' : 'success'} icon={isBlocked ? 'lock' : 'check'}>
        {t(`desk.people.status.${person.status}`)}
      </StatusChip>
      <h2 className={css.name}>{person.name}</h2>
      <dl className={css.facts}>
        {factsOf(person).map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      {!person.isMe && (
        <div className={css.acts}>
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
        </div>
      )}
    </header>
  )
}

function factsOf({ kind, phone, email, role, locale, dependants, createdAt }: Person): [string, string][] {
  const facts: [string, string | null][] = [
    [t('desk.people.phone'), phone],
    [t('desk.people.email'), email],
    [t('desk.people.role'), role && t(`desk.people.role.${role}`)],
    [t('desk.people.language'), locale && nameOf(locale)],
    [t('desk.people.since'), fullDate(createdAt.slice(0, 10))],
    [t('desk.people.dependants'), kind === 'patient' ? String(dependants) : null],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

const nameOf = (locale: string): string => ({ ...LOCALE_NAMES })[locale as keyof typeof LOCALE_NAMES] ?? locale
