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
  /** The other side. */
  name: string
  photo?: string | null | undefined
  /** Who sits beside them, in a call of three. */
  third?: ThirdPerson | undefined
  /** The other side large with oneself small inside it, text beside them, and what could not be opened. */
  classes: Record<'videos' | 'self' | 'text' | 'problem', string | undefined>
  /** The picture of the other side and nothing else. */
  small?: boolean
  /** A desk has loudspeakers and headsets to choose from. */
  choosesSpeaker?: boolean
  /** A button among what is not needed in every call. */
  more?: ((close: () => void) => ReactNode) | undefined
  /** In place of the controls, when the call is over for this page. */
  wayBack?: ReactNode
  onHangUp: () => void
}

/** Everybody in a video call, its text and its controls: the same for patient and clinician. */
export function CallTalk(props: CallTalkProps) {
  const { call, name, photo, third, classes, small = false, choosesSpeaker, wayBack, onHangUp } = props
  const [asked, setAsked] = useState(false)
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
          onMore={() => setAsked(true)}
          onHangUp={onHangUp}
        />
      )}
      <CallOptions
        open={asked}
        onClose={() => setAsked(false)}
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

/** What a person can do about what they see. */
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

/** Opens by itself when the other side writes: who writes may not be able to say so. */
function useTextPanel(lines: readonly TextLine[]) {
  const [wanted, setWanted] = useState(false)
  const [seen, setSeen] = useState(0)
  const theirs = lines.filter(({ mine }) => !mine).length
  return {
    open: wanted || theirs > seen,
    show: () => setWanted(true),
    close() {
      setWanted(false)
      setSeen(theirs)
    },
  }
}

/**
 * Whether the loudspeaker that was chosen was unplugged, until another one is chosen. `onLost` is called once then: the
 * browser's own choice takes its place.
 */
function useLostSpeaker(chosen: string | undefined, speakers: readonly MediaDeviceInfo[], onLost: () => void): boolean {
  const [isLost, setLost] = useState(false)
  const isGone = Boolean(chosen) && speakers.length > 0 && !speakers.some(({ deviceId }) => deviceId === chosen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each loss
  useEffect(() => {
    if (isGone) onLost()
    if (isGone) setLost(true)
    else if (chosen) setLost(false)
  }, [isGone, chosen])
  return isLost
}

interface DeviceNoticesProps {
  call: Pick<UseCall, 'devices' | 'mic' | 'camera' | 'retryDevice'>
  /** The loudspeaker that was chosen is not there any more. */
  isSpeakerGone: boolean
  className: string | undefined
}

const NAMES = { audio: 'microphone', video: 'camera' } as const

/** What became of this side's microphone, camera and loudspeaker, and what to do about it. */
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
  /** Absent where the phone cannot: the control is then hidden. */
  onFlip?: (() => void) | undefined
  onMore?: (() => void) | undefined
  /** Asks once: the question is the screen's. */
  onHangUp: () => void
}

/** The controls of a call, each with its word. They move to the right edge when the phone lies on its side. */
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
  /** Given: the control switches something on and off. */
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
