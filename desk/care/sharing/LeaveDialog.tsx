import type { QueueItem } from '@cuida/core/care/queue/desk-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { Failure } from '../../kit/Failure.tsx'
import { signOut } from '../../kit/session.ts'
import { useRequeue } from '../reassignment/reassignment-queries.ts'
import css from './LeaveDialog.module.css'

/** Before signing out, a clinician decides what happens to the patients they hold. */
export function LeaveDialog({ held, onClose }: { held: readonly QueueItem[]; onClose: () => void }) {
  const [isLeaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void signOut()
  }
  return (
    <Dialog
      open
      title={t('desk.leave.title', { count: held.length })}
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" onClick={onClose}>
            {t('desk.leave.stay')}
          </Button>
          <Button variant={held.length > 0 ? 'danger' : 'secondary'} icon="logout" busy={isLeaving} onClick={leave}>
            {t(held.length > 0 ? 'desk.leave.go' : 'desk.sidebar.signOut')}
          </Button>
        </>
      }
    >
      <p>{t(held.length > 0 ? 'desk.leave.text' : 'desk.leave.nobody')}</p>
      <ul className={css.held}>
        {held.map((item) => (
          <Held key={item.id} item={item} onOpen={onClose} />
        ))}
      </ul>
    </Dialog>
  )
}

function Held({ item: { id, patient, status }, onOpen }: { item: QueueItem; onOpen: () => void }) {
  const go = useLocation()[1]
  const back = useRequeue(id, () => {})
  const open = () => {
    onOpen()
    go(`/consultations/${id}`)
  }
  return (
    <li>
      <span className={css.name}>
        {patient.firstName} {patient.lastName}
      </span>
      {/* The list does not know about calls: the server refuses if patient and clinician are in one. */}
      {status === 'ACTIVE' && (
        <Button variant="quiet" fit icon="back" busy={back.isPending} onClick={() => back.mutate()}>
          {t('desk.requeue.open')}
        </Button>
      )}
      <Button variant="quiet" fit onClick={open}>
        {t(status === 'ACTIVE' ? 'desk.leave.transfer' : 'desk.leave.sign')}
      </Button>
      <Failure failure={back.error} />
    </li>
  )
}
