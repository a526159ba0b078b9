import type { CallRole } from '@cuida/core/care/call/call-signal.ts'
import type { ReactNode } from 'react'
import type { UseCall } from '../call/use-call.ts'
import { type CallView, tileState } from '../call/view.ts'
import { Icon } from '../Icon/Icon.tsx'
import { t } from '../i18n/messages.ts'
import { VideoTile } from '../VideoTile/VideoTile.tsx'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx'
import css from './CallTiles.module.css'

export interface ThirdPerson {
  name: string
  role: CallRole
}

interface CallTilesProps {
  call: UseCall
  name: string
  photo: string | null | undefined
  third: ThirdPerson | undefined
  speaker: string | undefined
  /** The action for a participant's state. */
  actionOf: (view: CallView) => ReactNode
}

/** Whether the third participant is connected, and not only expected. */
export const isParticipantConnected = (view: CallView | undefined): view is CallView =>
  view?.remote !== undefined && (view.phase === 'live' || view.phase === 'reconnecting')

/** The videos of the other participants: one, or two with their names below. */
export function CallTiles({ call, name, photo, third, speaker, actionOf }: CallTilesProps) {
  const { view, second } = call
  const thirdParticipant = third && isParticipantConnected(second) ? { ...third, view: second } : undefined
  return (
    <div className={css.tiles} data-two={thirdParticipant ? true : undefined}>
      <div>
        <VideoTile
          name={name}
          photo={photo}
          stream={view.remote ?? null}
          state={tileState(view)}
          speaking={view.phase === 'live' && view.speaking.them}
          speaker={speaker}
          action={actionOf(view)}
        />
        {thirdParticipant && <Label name={name} {...view.peer} />}
      </div>
      {thirdParticipant && (
        <div>
          <VideoTile
            name={thirdParticipant.name}
            stream={thirdParticipant.view.remote ?? null}
            state={tileState(thirdParticipant.view)}
            speaking={thirdParticipant.view.speaking.them}
            speaker={speaker}
            action={actionOf(thirdParticipant.view)}
          />
          <Label name={thirdParticipant.name} {...thirdParticipant.view.peer} />
        </div>
      )}
    </div>
  )
}

function Label({ name, mic, micStopped }: { name: string; mic: boolean; micStopped: boolean }) {
  return (
    <p className={css.label}>
      {!mic && <Icon name="mic-off" size={18} />}
      <span>{name}</span>
      {!mic && <VisuallyHidden>{t(micStopped ? 'ui.call.now.theirMicStopped' : 'ui.call.now.muted')}</VisuallyHidden>}
    </p>
  )
}
