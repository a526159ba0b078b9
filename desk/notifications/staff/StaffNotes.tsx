import type { StaffNotificationItem } from '@cuida/core/notifications/staff/staff-notifications-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useEffect, useRef, useState } from 'react'
import { formatWhen } from '../../kit/clinic-time.ts'
import { usePartner } from '../../kit/partner.ts'
import css from './StaffNotes.module.css'
import { useStaffNotifications } from './staff-notification-queries.ts'

/** The most notes on screen; more would cover the work below. */
const MAX_NOTES = 3

/**
 * New staff notifications, above every page of the desk until they are closed. A system notification shows while the
 * window is hidden.
 */
export function StaffNotes() {
  const items = useStaffNotifications()
  const [read, setRead] = useState(readNotes)
  useTellComputer(items)
  const notes = (items ?? []).filter(({ id }) => !read.has(id)).slice(0, MAX_NOTES)
  return (
    <section className={css.notes} aria-label={t('desk.notifications.title')} hidden={notes.length === 0}>
      {notes.map((note) => (
        <Alert
          key={note.id}
          tone={note.kind === 'late' ? 'warning' : 'info'}
          title={t(`desk.notifications.${note.kind}`)}
          leaves={note.kind !== 'late'}
          onClose={() => setRead(keepRead(note.id))}
        >
          {timesOf(note)}
        </Alert>
      ))}
    </section>
  )
}

const timesOf = ({ startTime, wasTime }: StaffNotificationItem): string =>
  wasTime
    ? t('desk.notifications.fromTo', { was: formatWhen(wasTime), when: formatWhen(startTime) })
    : formatWhen(startTime)

/**
 * Shows a system notification for items that arrive while the window is open and hidden, if the user gave permission.
 */
function useTellComputer(items: readonly StaffNotificationItem[] | undefined): void {
  const partner = usePartner()?.partnerName ?? ''
  const known = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (!items) return
    const fresh = items.filter(({ id }) => known.current && !known.current.has(id))
    known.current = new Set(items.map(({ id }) => id))
    if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return
    // The tag equals that of the push notification, so one replaces the other.
    for (const note of fresh)
      new Notification(partner, { body: `${t(`desk.notifications.${note.kind}`)}. ${timesOf(note)}`, tag: note.id })
  }, [items, partner])
}

const READ = 'cuida.staff-notifications-read'
const MAX_READ = 100

/** A closed note stays closed when this window reloads; notes expire after half an hour. */
function readNotes(): ReadonlySet<string> {
  return new Set((sessionStorage.getItem(READ) ?? '').split(' '))
}

function keepRead(id: string): ReadonlySet<string> {
  const read = [...readNotes(), id].slice(-MAX_READ)
  sessionStorage.setItem(READ, read.join(' '))
  return new Set(read)
}
