import type { ReactNode } from 'react'
import { Button } from '../Button/Button.tsx'
import { CheckboxRow } from '../Checkbox/Checkbox.tsx'
import { useDevices } from '../call/use-devices.ts'
import { Dialog } from '../Dialog/Dialog.tsx'
import { t } from '../i18n/messages.ts'
import { Select } from '../Select/Select.tsx'
import css from './CallOptions.module.css'

interface CallOptionsProps {
  open: boolean
  onClose: () => void
  soundOnly: boolean
  onSoundOnly: (on: boolean) => void
  onText: () => void
  /** Further buttons of the screen. Each opens its own dialog, so it closes this one first. */
  more?: ((close: () => void) => ReactNode) | undefined
  /** The own microphone and camera; the tracks name the devices in use. */
  local: MediaStream | undefined
  onCamera: (id: string) => void
  onMicrophone: (id: string) => void
  /** The loudspeaker, where the browser can select one. */
  speaker?: string
  onSpeaker?: (id: string) => void
}

/** Options of a call: text chat, audio only, and the choice of devices. */
export function CallOptions(props: CallOptionsProps) {
  const { open, onClose, soundOnly, onSoundOnly, onText, local } = props
  const { cameras, microphones, speakers } = useDevices(local !== undefined && open)
  const inUse = (kind: string) =>
    local
      ?.getTracks()
      .find((track) => track.kind === kind)
      ?.getSettings().deviceId
  return (
    <Dialog open={open} title={t('ui.call.options')} onClose={onClose}>
      <div className={css.options}>
        <Button
          icon="pencil"
          onClick={() => {
            onClose()
            onText()
          }}
        >
          {t('ui.call.text.open')}
        </Button>
        {props.more?.(onClose)}
        <CheckboxRow
          optional
          label={t('ui.call.soundOnly')}
          detail={t('ui.call.soundOnlyHint')}
          value={soundOnly}
          onChange={onSoundOnly}
        />
        <Choice kind="microphone" devices={microphones} value={inUse('audio')} onChange={props.onMicrophone} />
        <Choice kind="camera" devices={cameras} value={inUse('video')} onChange={props.onCamera} />
        {props.onSpeaker && 'setSinkId' in HTMLMediaElement.prototype && (
          <Choice kind="speaker" devices={speakers} value={props.speaker || 'default'} onChange={props.onSpeaker} />
        )}
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  kind: 'camera' | 'microphone' | 'speaker'
  devices: readonly MediaDeviceInfo[]
  value: string | undefined
  onChange: (id: string) => void
}

/** Rendered only when there is more than one device. */
function Choice({ kind, devices, value, onChange }: ChoiceProps) {
  const known = devices.filter(({ deviceId }) => deviceId)
  if (known.length < 2) return null
  const options = known.map(({ deviceId, label }, index) => ({
    value: deviceId,
    label: label || t(`ui.call.device.unnamed`, { number: index + 1 }),
  }))
  return <Select label={t(`ui.call.device.${kind}`)} value={value ?? ''} onChange={onChange} options={options} />
}
