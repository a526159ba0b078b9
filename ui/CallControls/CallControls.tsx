import { Icon, type IconName } from '../Icon/Icon.tsx'
import { t } from '../words/words.ts'
import css from './CallControls.module.css'

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
export function CallControls({ micOn, onMic, cameraOn, onCamera, onFlip, onMore, onHangUp }: CallControlsProps) {
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
