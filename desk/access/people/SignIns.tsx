import type { Person, SessionRecord } from '@cuida/core/access/people/people-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { Icon } from '@cuida/ui/Icon/Icon.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { formatWhenShort } from '../../kit/clinic-time.ts'
import css from './SignIns.module.css'

type Entry = { at: string; session?: SessionRecord; device: string | null; network: string | null }

/** Every sign-in and every wrong password, newest first. Open sessions can be ended here. */
export function SignIns({ person, onEnd }: { person: Person; onEnd: (sessionId: string) => void }) {
  const entries = entriesOf(person)
  return (
    <Section title={t('desk.people.signIns')}>
      {entries.length === 0 && <p className={css.none}>{t('desk.people.noSignIns')}</p>}
      {entries.some(({ network }) => network) && <p className={css.none}>{t('desk.people.networkHint')}</p>}
      <ul className={css.list}>
        {entries.map((entry) => (
          <li key={entry.session?.id ?? entry.at} className={css.entry} data-open={isOpen(entry) || undefined}>
            <Icon name={iconOf(entry)} size={20} />
            <div className={css.text}>
              <p className={css.what}>{whatOf(entry)}</p>
              <p className={css.detail}>{[originOf(entry), whenOf(entry)].join(' · ')}</p>
            </div>
            {entry.session && isOpen(entry) && !person.isMe && (
              <Button variant="quiet" fit onClick={() => onEnd(entry.session?.id ?? '')}>
                {t('desk.people.act.end-session')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function entriesOf({ sessions, failures }: Person): Entry[] {
  const signIns = sessions.map((session) => ({ ...session, at: session.startedAt, session }))
  return [...signIns, ...failures].sort((one, two) => two.at.localeCompare(one.at))
}

const isOpen = ({ session }: Entry): boolean => session?.endedAt === null

function iconOf(entry: Entry) {
  if (!entry.session) return 'warning'
  return isOpen(entry) ? 'check' : 'logout'
}

function whatOf({ session }: Entry): string {
  if (!session) return t('desk.people.failed')
  return t(session.endReason ? `desk.people.end.${session.endReason}` : 'desk.people.open')
}

function whenOf({ at, session }: Entry): string {
  if (!session) return formatWhenShort(at)
  if (session.endedAt)
    return t('desk.people.fromTo', { start: formatWhenShort(at), end: formatWhenShort(session.endedAt) })
  return t('desk.people.lastSeen', { start: formatWhenShort(at), seen: formatWhenShort(session.lastSeenAt) })
}

function originOf({ device, network }: Entry): string {
  const text = [t(`desk.people.device.${device ?? 'unknown'}`), network && t('desk.people.network', { network })]
  return text.filter(Boolean).join(', ')
}
