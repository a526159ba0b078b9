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
  /** A button of the screen's own; what it opens stands in front, so it closes these. */
  more?: ((close: () => void) => ReactNode) | undefined
  /** What one speaks and is seen with; the stream tells which of each is in use. */
  local: MediaStream | undefined
  onCamera: (id: string) => void
  onMicrophone: (id: string) => void
  /** Where the other side is heard, where the browser lets one choose. */
  speaker?: string
  onSpeaker?: (id: string) => void
}

/** What is not needed in every call: text, sound alone, and which of several devices. */
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

/** Shown where there is something to choose. */
function Choice({ kind, devices, value, onChange }: ChoiceProps) {
  const known = devices.filter(({ deviceId }) => deviceId)
  if (known.length < 2) return null
  const options = known.map(({ deviceId, label }, place) => ({
    value: deviceId,
    label: label || t(`ui.call.device.unnamed`, { number: place + 1 }),
  }))
  return <Select label={t(`ui.call.device.${kind}`)} value={value ?? ''} onChange={onChange} options={options} />
}
