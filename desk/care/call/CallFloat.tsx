import { readServerSignal } from '@cuida/core/care/call/call-signal.ts'
import { certificateStatement } from '@cuida/core/care/call/certificate-signature.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallTalk } from '@cuida/ui/CallTalk/CallTalk.tsx'
import type { BuyTicket } from '@cuida/ui/call/ticket.ts'
import { useCall } from '@cuida/ui/call/use-call.ts'
import { type CallView, callNoticeKey } from '@cuida/ui/call/view.ts'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { truncateName } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { VisuallyHidden } from '@cuida/ui/VisuallyHidden/VisuallyHidden.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { Failure } from '../../kit/Failure.tsx'
import { useNow } from '../../kit/use-now.ts'
import { useCallGuest } from '../guest/guest-queries.ts'
import { buyTicket, useRecordCall } from '../queries.ts'
import { PatientSafety } from '../record/PatientSafety.tsx'
import css from './CallFloat.module.css'
import type { CurrentCall } from './use-current-call.ts'

const { videos, self, text, problem } = css
const PROTOCOL = { read: readServerSignal, certificateStatement: certificateStatement }
const CLASSES = { videos, self, text, problem }

interface CallFloatProps {
  call: CurrentCall
  /** Whether the screen shows the consultation of this call. */
  chosen: boolean
}

/** The video call, floating at the top right of the detail on every page. */
export function CallFloat(props: CallFloatProps) {
  const [entry, setEntry] = useState(0)
  return <Call key={entry} {...props} callId={`${props.call.key} ${entry}`} onAgain={() => setEntry(entry + 1)} />
}

function Call({ call: { id, consultation, joinedAt }, chosen, callId, onAgain }: CallFloatProps & CallEntry) {
  const [asking, setAsking] = useState(false)
  const guest = useCallGuest(id, callId)
  const buy: BuyTicket = (...own) => buyTicket(id, ...own)
  const call = useCall({ callId, peer: 'patient', buyTicket: buy, protocol: PROTOCOL, second: guest.connection })
  const record = useRecordCall(id)
  const name = truncateName(consultation.patient.firstName)
  const over = call.view.phase === 'over'
  const hangUp = () => {
    setAsking(false)
    record.mutate({ medium: 'video', event: 'ended' })
  }
  return (
    <section className={css.float} aria-label={t('desk.video.with', { name })}>
      <header className={css.head}>
        <strong>{chosen ? name : <Link href={`/consultations/${id}`}>{name}</Link>}</strong>
        {joinedAt && !over && <CallClock since={joinedAt} />}
        <span role="status">{t(messageOf(call.view, consultation.callDeclined), { name })}</span>
      </header>
      <div className={css.safety}>
        <PatientSafety patientId={consultation.patient.id} />
      </div>
      <CallTalk
        call={call}
        name={name}
        third={guest.third}
        classes={CLASSES}
        choosesSpeaker
        wayBack={over ? <EnterAgain onAgain={onAgain} /> : undefined}
        onHangUp={() => setAsking(true)}
      />
      <Failure failure={record.error} />
      <Dialog
        open={asking}
        title={t('desk.video.endTitle')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="primary" onClick={() => setAsking(false)}>
              {t('desk.video.stay')}
            </Button>
            <Button variant="danger" icon="hang-up" onClick={hangUp}>
              {t('desk.video.end')}
            </Button>
          </>
        }
      >
        <p>{t('desk.video.endText', { name })}</p>
      </Dialog>
    </section>
  )
}

interface CallEntry {
  callId: string
  /** Joins the same call again. */
  onAgain: () => void
}

const EnterAgain = ({ onAgain }: { onAgain: () => void }) => (
  <Button fit icon="video" onClick={onAgain}>
    {t('desk.video.enterAgain')}
  </Button>
)

function messageOf(view: CallView, callDeclined: boolean): string {
  const { phase, declined, end } = view
  const notice = callNoticeKey(view)
  if (notice) return `ui.call.now.${notice}`
  if (end === 'replaced' || end === 'lost' || end === 'unsafe') return `desk.video.phase.${end}`
  return `desk.video.phase.${phase === 'waiting' && (declined || callDeclined) ? 'declined' : phase}`
}

/** The duration of the call. It is in no live region, so that screen readers do not announce every second. */
function CallClock({ since }: { since: string }) {
  const now = useNow(1_000)
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1_000))
  return (
    <time className={css.clock} dateTime={`PT${seconds}S`}>
      <VisuallyHidden>{t('desk.video.length')} </VisuallyHidden>
      {clockLength(seconds)}
    </time>
  )
}

/** "4:05", "1:02:30" */
export function clockLength(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (part: number): string => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
