import { readServerSignal } from '@cuida/core/care/call/call-signal.ts'
import { certificateStatement } from '@cuida/core/care/call/certificate-signature.ts'
import type { GuestCall } from '@cuida/core/care/guest/guest-api.ts'
import { CallTalk } from '@cuida/ui/CallTalk/CallTalk.tsx'
import { type PeerConnectionSettings, useCall } from '@cuida/ui/call/use-call.ts'
import { callNoticeKey } from '@cuida/ui/call/view.ts'
import { truncateName } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useEffect, useRef, useState } from 'react'
import { platform } from '../../platform/platform.ts'
import css from '../call/Call.module.css'
import { LeaveCall } from '../call/LeaveCall.tsx'
import { Stage } from '../call/Stage.tsx'
import type { GuestExitReason } from './guest-exit-reason.ts'
import { buyTicket, type GuestEntry } from './guest-link.ts'

const { videos, self, text, problem } = css
const PROTOCOL = { read: readServerSignal, certificateStatement: certificateStatement }
const CLASSES = { videos, self, text, problem }

interface GuestCallStageProps {
  secret: string
  entered: GuestEntry
  call: GuestCall
  callId: string
  onIn: () => void
  onOut: (why: GuestExitReason) => void
  /** The call or the invitation ended: the state is fetched again. */
  onEnded: () => void
}

/** A guest's call: one peer connection to the clinician and one to the patient. */
export function GuestCallStage(props: GuestCallStageProps) {
  const { secret, entered, call: names, callId, onIn, onOut, onEnded } = props
  const [leaving, setLeaving] = useState(false)
  const isInside = useRef(false)
  const clinician = truncateName(names.clinician ?? t('care.aProfessional'))
  const patient = truncateName(names.patient ?? '')
  const connectionOf = (peer: 'patient' | 'clinician'): PeerConnectionSettings => ({
    callId: `${callId} ${peer}`,
    peer,
    name: { patient, clinician }[peer],
    buyTicket: (fingerprint, signal) =>
      buyTicket({ secret, ...entered, connection: `${peer}-guest` }, fingerprint, signal, () => {
        isInside.current = true
      }),
  })
  const call = useCall({
    ...connectionOf('clinician'),
    second: connectionOf('patient'),
    origin: platform().apiUrl,
    protocol: PROTOCOL,
  })
  const end = call.view.end ?? call.second?.end
  const isIn = call.view.phase === 'live' || call.second?.phase === 'live'
  useEffect(() => {
    if (isIn) onIn()
  }, [isIn, onIn])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an end is told once
  useEffect(() => {
    if (!end) return
    if (end === 'refused' && isInside.current) onOut('inside')
    else if (end === 'left' || end === 'replaced' || end === 'lost' || end === 'unsafe') onOut(end)
    else onEnded()
  }, [end])
  const notice = callNoticeKey(call.view)
  return (
    <Stage label={t('care.call.with', { name: clinician })}>
      <div className={css.head}>
        <strong>{t('care.guestCall.both', { clinician, patient })}</strong>
        <span role="status">{t(notice ? `ui.call.now.${notice}` : `care.call.phase.${call.view.phase}`)}</span>
      </div>
      <CallTalk
        call={call}
        name={clinician}
        third={{ name: patient, role: 'patient' }}
        classes={CLASSES}
        onHangUp={() => setLeaving(true)}
      />
      <LeaveCall open={leaving} onStay={() => setLeaving(false)} onLeave={call.leave} />
    </Stage>
  )
}
