import type { StaffNotificationItem } from '@cuida/core/notifications/staff/staff-notifications-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useEffect, useRef, useState } from 'react'
import { formatWhen } from '../../kit/clinic-time.ts'
import { usePartner } from '../../kit/partner.ts'
import css from './StaffNotes.module.css'
import { useStaffNotifications } from './staff-notification-queries.ts'

/** More than this would be in the way of work. */
const MOST = 3

/** What has just been told, over whichever page of the desk, until it is closed; and by the computer while nobody looks. */
export function StaffNotes() {
  const items = useStaffNotifications()
  const [read, setRead] = useState(readNotes)
  useTellComputer(items)
  const notes = (items ?? []).filter(({ id }) => !read.has(id)).slice(0, MOST)
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

/** Only what comes while this window is open and not looked at, and only where its person allowed it. */
function useTellComputer(items: readonly StaffNotificationItem[] | undefined): void {
  const partner = usePartner()?.partnerName ?? ''
  const known = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (!items) return
    const fresh = items.filter(({ id }) => known.current && !known.current.has(id))
    known.current = new Set(items.map(({ id }) => id))
    if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return
    // Of the same name as the one that may wake this browser: one takes the other's place.
    for (const note of fresh)
      new Notification(partner, { body: `${t(`desk.notifications.${note.kind}`)}. ${timesOf(note)}`, tag: note.id })
  }, [items, partner])
}

const READ = 'cuida.staff-notifications-read'
const MOST_READ = 100

/** What was closed in this window stays closed when it is loaded anew; a note is gone by itself after half an hour. */
function readNotes(): ReadonlySet<string> {
  return new Set((sessionStorage.getItem(READ) ?? '').split(' '))
}

function keepRead(id: string): ReadonlySet<string> {
  const read = [...readNotes(), id].slice(-MOST_READ)
  sessionStorage.setItem(READ, read.join(' '))
  return new Set(read)
}
