import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../Button/Button.tsx'
import css from '../CallControls/CallControls.module.css'
import { CallOptions } from '../CallOptions/CallOptions.tsx'
import { CallText } from '../CallText/CallText.tsx'
import { DEVICE_KINDS, type DeviceKind } from '../call/media.ts'
import type { TextLine } from '../call/text.ts'
import type { UseCall } from '../call/use-call.ts'
import { useDevices } from '../call/use-devices.ts'
import type { CallView } from '../call/view.ts'
import { Icon, type IconName } from '../Icon/Icon.tsx'
import { t } from '../i18n/messages.ts'
import { VideoTile } from '../VideoTile/VideoTile.tsx'
import { CallTiles, type ThirdPerson } from './CallTiles.tsx'

interface CallTalkProps {
  call: UseCall
  /** The other participant. */
  name: string
  photo?: string | null | undefined
  /** The third participant in a call of three. */
  third?: ThirdPerson | undefined
  /** Classes for the large remote video, the small own video, the text chat and the problem notices. */
  classes: Record<'videos' | 'self' | 'text' | 'problem', string | undefined>
  /** Renders only the remote video. */
  small?: boolean
  /** Offers the choice of a loudspeaker; the desk has headsets and loudspeakers. */
  choosesSpeaker?: boolean
  /** Further buttons among the call options. */
  more?: ((close: () => void) => ReactNode) | undefined
  /** Replaces the controls when the call is over for this page. */
  wayBack?: ReactNode
  onHangUp: () => void
}

/** The videos, text chat and controls of a call, the same for patient and clinician. */
export function CallTalk(props: CallTalkProps) {
  const { call, name, photo, third, classes, small = false, choosesSpeaker, wayBack, onHangUp } = props
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [speaker, setSpeaker] = useState<string>()
  const text = useTextPanel(call.lines)
  const { cameras, speakers } = useDevices(call.local !== undefined)
  const isSpeakerGone = useLostSpeaker(speaker, speakers, () => setSpeaker(''))
  const { view } = call
  const soundOnly = view.soundOnly !== 'off'
  const isMicOn = call.mic && !call.devices.audio.problem
  const isCameraOn = call.camera && !call.devices.video.problem
  return (
    <>
      <div className={classes.videos}>
        <CallTiles
          call={call}
          name={name}
          photo={photo}
          third={third}
          speaker={speaker}
          actionOf={(of) => (of === view && wayBack) || (small || wayBack ? null : <NextStep view={of} call={call} />)}
        />
        {!small && (
          <div className={classes.self}>
            <VideoTile
              name={t('ui.call.you')}
              self
              mirrored={call.facing === 'user'}
              stream={call.local ?? null}
              state={isCameraOn && !soundOnly ? 'live' : 'cameraOff'}
              speaking={isMicOn && view.speaking.me}
            />
          </div>
        )}
      </div>
      {text.open && !small && (
        <div className={classes.text}>
          <CallText
            nameOf={({ author }) => author ?? name}
            lines={call.lines}
            onWrite={call.write}
            onSend={call.sendText}
            onClose={text.close}
          />
        </div>
      )}
      {!small && <DeviceNotices call={call} isSpeakerGone={isSpeakerGone} className={classes.problem} />}
      {!small && !wayBack && (
        <CallControls
          micOn={isMicOn}
          onMic={() => (call.devices.audio.problem ? call.retryDevice('audio') : call.setMic(!call.mic))}
          cameraOn={isCameraOn && !soundOnly}
          onCamera={() => (soundOnly ? call.setSoundOnly(false) : call.setCamera(!isCameraOn))}
          onFlip={cameras.length > 1 && isCameraOn && !choosesSpeaker ? call.flip : undefined}
          onMore={() => setDialogOpen(true)}
          onHangUp={onHangUp}
        />
      )}
      <CallOptions
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        soundOnly={soundOnly}
        onSoundOnly={call.setSoundOnly}
        onText={text.show}
        more={props.more}
        local={call.local}
        onCamera={call.useCameraOf}
        onMicrophone={call.useMicrophoneOf}
        {...(choosesSpeaker ? { speaker, onSpeaker: setSpeaker } : {})}
      />
    </>
  )
}

/** The action for the state that the tile shows, such as reconnecting. */
function NextStep({ view, call: { reconnect, setSoundOnly } }: { view: CallView; call: UseCall }) {
  if (view.phase === 'reconnecting')
    return (
      <Button fit icon="refresh" onClick={reconnect}>
        {t('ui.call.reconnect')}
      </Button>
    )
  if (view.phase !== 'live' || view.soundOnly === 'off') return null
  return (
    <Button fit icon="video" onClick={() => setSoundOnly(false)}>
      {t('ui.call.pictures')}
    </Button>
  )
}

/** Opens when the other side writes, as they may be unable to speak. */
function useTextPanel(lines: readonly TextLine[]) {
  const [isTextOpen, setTextOpen] = useState(false)
  const [seenCount, setSeenCount] = useState(0)
  const receivedCount = lines.filter(({ mine }) => !mine).length
  return {
    open: isTextOpen || receivedCount > seenCount,
    show: () => setTextOpen(true),
    close() {
      setTextOpen(false)
      setSeenCount(receivedCount)
    },
  }
}

/**
 * Whether the chosen loudspeaker was unplugged and no other was chosen since. Calls `onLost` once; the browser's
 * default takes over.
 */
function useLostSpeaker(
  speakerId: string | undefined,
  speakers: readonly MediaDeviceInfo[],
  onLost: () => void,
): boolean {
  const [isLost, setLost] = useState(false)
  const isGone = Boolean(speakerId) && speakers.length > 0 && !speakers.some(({ deviceId }) => deviceId === speakerId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each loss
  useEffect(() => {
    if (isGone) onLost()
    if (isGone) setLost(true)
    else if (speakerId) setLost(false)
  }, [isGone, speakerId])
  return isLost
}

interface DeviceNoticesProps {
  call: Pick<UseCall, 'devices' | 'mic' | 'camera' | 'retryDevice'>
  /** The chosen loudspeaker was unplugged. */
  isSpeakerGone: boolean
  className: string | undefined
}

const NAMES = { audio: 'microphone', video: 'camera' } as const

/** Problems of the own microphone, camera and loudspeaker, and how to fix them. */
function DeviceNotices({ call, isSpeakerGone, className }: DeviceNoticesProps) {
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

interface CallControlsProps {
  micOn: boolean
  onMic: () => void
  cameraOn: boolean
  onCamera: () => void
  /** Undefined where the phone cannot: the control is hidden. */
  onFlip?: (() => void) | undefined
  onMore?: (() => void) | undefined
  /** The screen asks for confirmation. */
  onHangUp: () => void
}

/** The labelled controls of a call. In landscape on a phone they move to the right edge. */
function CallControls({ micOn, onMic, cameraOn, onCamera, onFlip, onMore, onHangUp }: CallControlsProps) {
  return (
    <fieldset className={css.controls} aria-label={t('ui.call.controls')}>
      <Control icon={micOn ? 'mic' : 'mic-off'} label={t('ui.call.mic')} off={!micOn} onPress={onMic} />
      <Control
        icon={cameraOn ? 'video' : 'camera-off'}
        label={t('ui.call.camera')}
        off={!cameraOn}
        onPress={onCamera}
      />
      {onFlip && <Control icon="flip" label={t('ui.call.flip')} onPress={onFlip} />}
      {onMore && <Control icon="more" label={t('ui.call.more')} onPress={onMore} />}
      <Control icon="hang-up" label={t('ui.call.hangUp')} end onPress={onHangUp} />
    </fieldset>
  )
}

interface ControlProps {
  icon: IconName
  label: string
  /** When defined, the control is a toggle. */
  off?: boolean
  end?: boolean
  onPress: () => void
}

function Control({ icon, label, off, end, onPress }: ControlProps) {
  return (
    <button
      type="button"
      className={css.control}
      data-end={end || undefined}
      aria-pressed={off === undefined ? undefined : !off}
      onClick={onPress}
    >
      <span className={css.disc} data-off={off || undefined}>
        <Icon name={icon} size={28} />
      </span>
      {label}
    </button>
  )
}
