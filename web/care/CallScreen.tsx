import { readServerSignal } from '@cuida/core/care/call-signal.ts'
import type { Consultation } from '@cuida/core/care/consultation.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallControls } from '@cuida/ui/CallControls/CallControls.tsx'
import type { CallView } from '@cuida/ui/call/call.ts'
import { useCall } from '@cuida/ui/call/use-call.ts'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { VideoTile } from '@cuida/ui/VideoTile/VideoTile.tsx'
import { cutName } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useState } from 'react'
import { platform } from '../platform/platform.ts'
import { Identity } from '../profile/Identity.tsx'
import css from './Call.module.css'
import { buyTicket } from './queries.ts'
import { Stage } from './Stage.tsx'

interface CallScreenProps {
  consultation: Consultation
  callId: string
  withCamera: boolean
  /** The person left, or the call is over. */
  onLeave: () => void
}

/** Design §7 no. 22: the clinician large, oneself small, four controls. */
export function CallScreen({ consultation, callId, withCamera, onLeave }: CallScreenProps) {
  const [asking, setAsking] = useState(false)
  const { apiUrl: origin } = platform()
  const buy = () => buyTicket(consultation.id)
  const call = useCall({ callId, withCamera, origin, buyTicket: buy, read: readServerSignal })
  const name = cutName(consultation.clinician?.name ?? t('care.aProfessional'))
  const over = call.view.phase === 'over'
  useEffect(() => {
    if (over) onLeave()
  }, [over, onLeave])
  return (
    <Stage label={t('care.call.with', { name })}>
      <div className={css.head}>
        <strong>{name}</strong>
        <Identity patientId={consultation.patient.id} />
        <span role="status">{phaseWords(call.view)}</span>
      </div>
      <div className={css.videos}>
        <VideoTile
          name={name}
          stream={call.view.remote ?? null}
          state={stateOf(call.view)}
          action={
            call.view.phase === 'reconnecting' && (
              <Button fit icon="refresh" onClick={call.reconnect}>
                {t('care.call.reconnect')}
              </Button>
            )
          }
        />
        <div className={css.self}>
          <VideoTile
            name={t('care.call.you')}
            self
            stream={call.local ?? null}
            state={call.camera ? 'live' : 'cameraOff'}
          />
        </div>
      </div>
      {call.problem && <p className={css.problem}>{t(`care.call.problem.${call.problem}`)}</p>}
      <CallControls
        micOn={call.mic}
        onMic={() => call.setMic(!call.mic)}
        cameraOn={call.camera}
        onCamera={() => call.setCamera(!call.camera)}
        onHangUp={() => setAsking(true)}
      />
      <Dialog
        open={asking}
        title={t('care.call.leaveTitle')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="primary" onClick={() => setAsking(false)}>
              {t('care.call.stay')}
            </Button>
            <Button variant="danger" onClick={call.leave}>
              {t('care.call.leave')}
            </Button>
          </>
        }
      >
        <p>{t('care.call.leaveText')}</p>
      </Dialog>
    </Stage>
  )
}

const stateOf = ({ phase, remote, peer }: CallView) => {
  if (phase === 'reconnecting' && remote) return 'frozen'
  if (phase !== 'live' || !remote) return 'connecting'
  return peer.camera ? 'live' : 'cameraOff'
}

const phaseWords = ({ phase, peer }: CallView): string =>
  t(phase === 'live' && !peer.mic ? 'care.call.peerMuted' : `care.call.phase.${phase}`)
