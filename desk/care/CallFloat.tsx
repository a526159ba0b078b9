import { readServerSignal } from '@cuida/core/care/call-signal.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallControls } from '@cuida/ui/CallControls/CallControls.tsx'
import type { CallView } from '@cuida/ui/call/call.ts'
import { useCall } from '@cuida/ui/call/use-call.ts'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { VideoTile } from '@cuida/ui/VideoTile/VideoTile.tsx'
import { cutName } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { Failure } from '../kit/Failure.tsx'
import css from './CallFloat.module.css'
import { buyTicket, useRecordCall } from './queries.ts'
import type { OwnCall } from './use-own-call.ts'

interface CallFloatProps {
  call: OwnCall
  /** Whether its consultation is the one on the screen. */
  chosen: boolean
}

/** The video call, afloat at the top right of the detail whatever is read meanwhile. */
export function CallFloat(props: CallFloatProps) {
  const [entry, setEntry] = useState(0)
  return <Call key={entry} {...props} callId={`${props.call.key} ${entry}`} onAgain={() => setEntry(entry + 1)} />
}

function Call({ call: { id, consultation }, chosen, callId, onAgain }: CallFloatProps & CallEntry) {
  const [asking, setAsking] = useState(false)
  const call = useCall({ callId, buyTicket: () => buyTicket(id), read: readServerSignal })
  const record = useRecordCall(id)
  const name = cutName(consultation.patient.firstName)
  const over = call.view.phase === 'over'
  const hangUp = () => {
    setAsking(false)
    record.mutate({ medium: 'video', event: 'ended' })
  }
  return (
    <section className={css.float} aria-label={t('desk.video.with', { name })}>
      <header className={css.head}>
        <strong>{chosen ? name : <Link href={`/consultations/${id}`}>{name}</Link>}</strong>
        <span role="status">{t(phaseKey(call.view, consultation.callDeclined), { name })}</span>
      </header>
      <div className={css.videos}>
        <VideoTile
          name={name}
          stream={call.view.remote ?? null}
          state={tileOf(call.view)}
          action={<WayBack view={call.view} onReconnect={call.reconnect} onAgain={onAgain} />}
        />
        <div className={css.self}>
          <VideoTile
            name={t('desk.video.you')}
            self
            stream={call.local ?? null}
            state={call.camera ? 'live' : 'cameraOff'}
          />
        </div>
      </div>
      {call.problem && <p className={css.problem}>{t(`desk.video.problem.${call.problem}`)}</p>}
      <Failure failure={record.error} />
      {!over && (
        <CallControls
          micOn={call.mic}
          onMic={() => call.setMic(!call.mic)}
          cameraOn={call.camera}
          onCamera={() => call.setCamera(!call.camera)}
          onHangUp={() => setAsking(true)}
        />
      )}
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
  /** Enters the same call once more. */
  onAgain: () => void
}

function WayBack({ view, onReconnect, onAgain }: { view: CallView; onReconnect: () => void; onAgain: () => void }) {
  if (view.phase === 'over')
    return (
      <Button fit icon="video" onClick={onAgain}>
        {t('desk.video.enterAgain')}
      </Button>
    )
  if (view.phase !== 'reconnecting') return null
  return (
    <Button fit icon="refresh" onClick={onReconnect}>
      {t('desk.video.reconnect')}
    </Button>
  )
}

function tileOf({ phase, remote, peer }: CallView) {
  if (phase === 'over') return 'ended'
  if (phase === 'reconnecting' && remote) return 'frozen'
  if (phase !== 'live' || !remote) return 'connecting'
  return peer.camera ? 'live' : 'cameraOff'
}

function phaseKey({ phase, peer, declined, end }: CallView, callDeclined: boolean): string {
  if (phase === 'over') return end === 'replaced' ? 'desk.video.phase.replaced' : 'desk.video.phase.over'
  if (phase === 'waiting' && (declined || callDeclined)) return 'desk.video.phase.declined'
  if (phase === 'live' && !peer.mic) return 'desk.video.phase.muted'
  return `desk.video.phase.${phase}`
}
