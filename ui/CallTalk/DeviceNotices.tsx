import { Button } from '../Button/Button.tsx'
import { DEVICE_KINDS, type DeviceKind } from '../call/media.ts'
import type { UseCall } from '../call/use-call.ts'
import { t } from '../words/words.ts'

interface DeviceNoticesProps {
  call: Pick<UseCall, 'devices' | 'mic' | 'camera' | 'retryDevice'>
  /** The loudspeaker that was chosen is not there any more. */
  isSpeakerGone: boolean
  className: string | undefined
}

const NAMES = { audio: 'microphone', video: 'camera' } as const

/** What became of this side's microphone, camera and loudspeaker, in words, and what to do about it. */
export function DeviceNotices({ call, isSpeakerGone, className }: DeviceNoticesProps) {
  const { devices, mic, camera, retryDevice } = call
  const isWanted: Record<DeviceKind, boolean> = { audio: mic, video: camera }
  const kinds = DEVICE_KINDS.filter((kind) => {
    const { problem, switchedTo } = devices[kind]
    return (problem && isWanted[kind]) || switchedTo !== undefined
  })
  if (kinds.length === 0 && !isSpeakerGone) return null
  return (
    <div className={className} role="alert">
      {kinds.map((kind) => (
        <DeviceNotice key={kind} kind={kind} {...devices[kind]} onRetry={() => retryDevice(kind)} />
      ))}
      {isSpeakerGone && <p>{t('ui.call.speaker.gone')}</p>}
    </div>
  )
}

interface DeviceNoticeProps {
  kind: DeviceKind
  problem?: string
  switchedTo?: string
  onRetry: () => void
}

function DeviceNotice({ kind, problem, switchedTo, onRetry }: DeviceNoticeProps) {
  const name = NAMES[kind]
  if (!problem) return <p>{t(`ui.call.${name}.switched`, { device: switchedTo || t(`ui.call.device.${name}`) })}</p>
  return (
    <>
      <p>{t(`ui.call.${name}.${problem}`)}</p>
      {problem !== 'stopped' && (
        <Button variant="secondary" fit icon="refresh" onClick={onRetry}>
          {t('ui.call.device.retry')}
        </Button>
      )}
    </>
  )
}
