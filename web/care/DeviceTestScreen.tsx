import { DeviceTest } from '@cuida/ui/devices/DeviceTest.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { fromApi } from '../platform/platform.ts'

/** Tests camera and microphone before a video consultation, with time left to fix them. */
export function DeviceTestScreen() {
  return (
    <Screen title={t('care.devices.title')}>
      <DeviceTest ping={ping} />
    </Screen>
  )
}

const ping = () => fetch(fromApi('/healthz'), { cache: 'no-store' })
