import { DeviceTest } from '@cuida/ui/devices/DeviceTest.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { fromApi } from '../platform/platform.ts'

/** Before a video consultation, with time left to put right what does not work. */
export function DeviceTestScreen() {
  return (
    <Screen title={t('care.devices.title')}>
      <DeviceTest ping={ping} />
    </Screen>
  )
}

const ping = () => fetch(fromApi('/healthz'), { cache: 'no-store' })
