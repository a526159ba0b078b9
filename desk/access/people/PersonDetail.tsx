import type { ManagerAction, Person } from '@cuida/core/access/people/people-api.ts'
import { LOCALE_NAMES } from '@cuida/core/brand/locale.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { formatDate } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { type ReactNode, useState } from 'react'
import { formatWhenShort } from '../../kit/clinic-time.ts'
import { DetailActions, DetailHeader, type Fact, Facts } from '../../kit/page/Detail.tsx'
import { PageDetail, PageEmpty } from '../../kit/page/PageList.tsx'
import { ReasonDialog } from '../../kit/page/ReasonDialog.tsx'
import css from './Actions.module.css'
import { accountStatusChip } from './account-chip.ts'
import { type AccountAction, type PersonRef, usePerformAccountAction, usePerson } from './queries.ts'
import { SignIns } from './SignIns.tsx'

interface AsksBlock {
  /** Asks what happens to a colleague's patients, then blocks the colleague. */
  askBlock: (block: { person: Person; onClose: () => void }) => ReactNode
}

/** A person's account: identity, sign-ins, and the actions of a manager. */
export function PersonDetail({ askBlock, ...person }: PersonRef & AsksBlock) {
  return (
    <PageDetail title={t('desk.people.title')} back={{ to: '/people', label: t('desk.people.back') }}>
      <QueryBoundary
        query={usePerson(person)}
        lines={8}
        notFound={<EmptyState title={t('desk.error.PERSON_NOT_FOUND')} />}
        keepsStale
      >
        {(person) => <Known person={person} askBlock={askBlock} />}
      </QueryBoundary>
    </PageDetail>
  )
}

function Known({ person, askBlock }: { person: Person } & AsksBlock) {
  const [act, setAct] = useState<AccountAction>()
  const onClose = () => setAct(undefined)
  return (
    <>
      <PersonHeader person={person} onAct={setAct} />
      {person.isMe && <Alert tone="info">{t('desk.people.me')}</Alert>}
      <SignIns person={person} onEnd={(sessionId) => setAct({ name: 'end-session', sessionId })} />
      <ManagerActions actions={person.actions} />
      {act &&
        (isColleagues(person, act) ? (
          askBlock({ person, onClose })
        ) : (
          <ActDialog person={person} act={act} onClose={onClose} />
        ))}
    </>
  )
}

/** Blocking a clinician also concerns their patients. */
const isColleagues = ({ kind }: Person, { name }: AccountAction): boolean => kind === 'staff' && name === 'block'

export function PersonEmpty() {
  return <PageEmpty title={t('desk.people.choose')}>{t('desk.people.chooseText')}</PageEmpty>
}

/** Asks for the reason and performs the action. */
function ActDialog({ person, act, onClose }: { person: Person; act: AccountAction; onClose: () => void }) {
  const { name } = person
  const perform = usePerformAccountAction({ kind: person.kind, id: person.id })
  return (
    <ReasonDialog
      title={t(`desk.people.ask.${act.name}.title`)}
      text={t(`desk.people.ask.${act.name}.text`, { name })}
      act={t(`desk.people.act.${act.name}`)}
      variant={act.name === 'unblock' ? 'primary' : 'danger'}
      onReason={(reason) => perform.mutateAsync({ act, reason })}
      done={() => t(`desk.people.done.${act.name}`, { name })}
      onClose={onClose}
    />
  )
}

/** Earlier manager actions on this account with their reasons, for the next manager to read before acting. */
function ManagerActions({ actions }: { actions: readonly ManagerAction[] }) {
  return (
    <Section title={t('desk.people.actions')}>
      {actions.length === 0 && <p className={css.none}>{t('desk.people.noActions')}</p>}
      <ul className={css.list}>
        {actions.map(({ at, act, by, reason }) => (
          <li key={`${at} ${act}`}>
            <p className={css.act}>{t(`desk.people.action.${act}`)}</p>
            <p className={css.reason}>{reason}</p>
            <p className={css.none}>{t('desk.people.actionBy', { name: by, when: formatWhenShort(at) })}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The account's identity, and the actions that concern the whole account. */
function PersonHeader({ person, onAct }: { person: Person; onAct: (act: AccountAction) => void }) {
  const isBlocked = person.status === 'blocked'
  const isOpen = person.sessions.some(({ endedAt }) => endedAt === null)
  return (
    <DetailHeader chip={accountStatusChip(person.status)} title={person.name}>
      <Facts close of={factsOf(person)} term={(name) => t(`desk.people.${name}`)} />
      {!person.isMe && (
        <DetailActions>
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
        </DetailActions>
      )}
    </DetailHeader>
  )
}

const factsOf = ({ kind, phone, email, role, locale, dependants, createdAt }: Person): Fact[] => [
  ['phone', phone],
  ['email', email],
  ['role', role && t(`desk.people.role.${role}`)],
  ['language', locale && nameOf(locale)],
  ['since', formatDate(createdAt.slice(0, 10))],
  ['dependants', kind === 'patient' && dependants],
]

const nameOf = (locale: string): string => ({ ...LOCALE_NAMES })[locale as keyof typeof LOCALE_NAMES] ?? locale

/** Parses the address segments after `/people`: `patient` or `staff`, and the id. */
export function parsePersonPath([kind, id, ...more]: readonly string[]): PersonRef | undefined {
  if (id === undefined || more.length > 0) return undefined
  return { kind: kind === 'staff' ? 'staff' : 'patient', id }
}
