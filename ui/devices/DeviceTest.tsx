import { useId, useState } from 'react'
import { Button } from '../Button/Button.tsx'
import { Icon, type IconName } from '../Icon/Icon.tsx'
import { t } from '../i18n/messages.ts'
import { Spinner } from '../Spinner/Spinner.tsx'
import { VideoTile } from '../VideoTile/VideoTile.tsx'
import css from './DeviceTest.module.css'
import type { TestResult } from './device-result.ts'
import { useDeviceTest } from './use-device-test.ts'

interface DeviceTestProps {
  /** One round trip to the server. */
  ping: () => Promise<unknown>
  /** The test is secondary on its screen, so its button is not primary. */
  aside?: boolean
}

const PARTS = ['camera', 'microphone', 'sound', 'network'] as const

/** Tests camera, microphone, sound and network before a call, with advice for each problem. */
export function DeviceTest({ ping, aside = false }: DeviceTestProps) {
  const [isOn, setOn] = useState(false)
  // The browser's permission prompt appears only after the user starts the test.
  if (isOn) return <Running ping={ping} />
  return (
    <div className={css.page}>
      <p>{t('ui.devices.why')}</p>
      <Button variant={aside ? 'secondary' : 'primary'} icon="video" onClick={() => setOn(true)}>
        {t('ui.devices.start')}
      </Button>
    </div>
  )
}

function Running({ ping }: DeviceTestProps) {
  const test = useDeviceTest(ping)
  const levelId = useId()
  return (
    <div className={css.page}>
      <div className={css.picture}>
        <VideoTile
          name={t('ui.devices.you')}
          self
          stream={test.stream ?? null}
          state={test.camera === 'checking' ? 'connecting' : test.camera === 'good' ? 'live' : 'cameraOff'}
        />
      </div>
      <ul className={css.parts}>
        <Part part="camera" result={test.camera} onRetry={() => test.retry('video')} />
        <Part part="microphone" result={test.microphone} onRetry={() => test.retry('audio')}>
          <label className={css.level} htmlFor={levelId}>
            {t('ui.devices.level')}
            <meter id={levelId} min={0} max={1} value={test.level} />
          </label>
        </Part>
        <Part part="sound" result={test.sound}>
          <div className={css.answers}>
            <Button fit onClick={test.play}>
              {t('ui.devices.play')}
            </Button>
            <Button variant="quiet" fit onClick={() => test.hear(true)}>
              {t('ui.devices.heard')}
            </Button>
            <Button variant="quiet" fit onClick={() => test.hear(false)}>
              {t('ui.devices.notHeard')}
            </Button>
          </div>
        </Part>
        <Part part="network" result={test.network} />
      </ul>
      <p className={css.summary} role="status">
        {summaryOf(PARTS.map((part) => test[part]))}
      </p>
    </div>
  )
}

/** Announced once it is known, and again only when it changes. */
function summaryOf(results: readonly TestResult[]): string {
  if (results.some((result) => result === 'checking')) return t('ui.devices.summary.checking')
  if (results.some((result) => LOOKS[result] === 'bad')) return t('ui.devices.summary.bad')
  return t(results.some((result) => result === 'asking') ? 'ui.devices.summary.asking' : 'ui.devices.summary.good')
}

const LOOKS: Record<TestResult, 'wait' | 'good' | 'bad'> = {
  checking: 'wait',
  asking: 'wait',
  good: 'good',
  fair: 'good',
  poor: 'bad',
  silent: 'bad',
  denied: 'bad',
  missing: 'bad',
  busy: 'bad',
  stopped: 'wait',
  paused: 'bad',
}
const ICONS: Record<'wait' | 'good' | 'bad', IconName> = { wait: 'clock', good: 'check', bad: 'warning' }

interface PartProps {
  part: string
  result: TestResult
  /** Opens the device again. */
  onRetry?: () => void
  children?: React.ReactNode
}

function Part({ part, result, onRetry, children }: PartProps) {
  const appearance = LOOKS[result]
  return (
    <li className={css.part} data-look={appearance}>
      <span className={css.sign}>
        {result === 'checking' ? <Spinner label={t('ui.devices.checking')} /> : <Icon name={ICONS[appearance]} />}
      </span>
      <div>
        <strong>{t(`ui.devices.${part}`)}</strong>
        {/* Each part has its own live region: a shared one would repeat all four on every change. */}
        <p role="status">{t(`ui.devices.${part}.${result}`)}</p>
        {onRetry && LOOKS[result] === 'bad' && result !== 'silent' && (
          <Button fit icon="refresh" onClick={onRetry}>
            {t('ui.call.device.retry')}
          </Button>
        )}
        {children}
      </div>
    </li>
  )
}
