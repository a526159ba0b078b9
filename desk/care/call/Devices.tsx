import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { DeviceTest } from '@cuida/ui/devices/DeviceTest.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useState } from 'react'

const ping = () => fetch('/healthz', { cache: 'no-store' })

/** The same device test that patients have, for the clinician. */
export function Devices() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" icon="video" fit onClick={() => setOpen(true)}>
        {t('desk.devices.title')}
      </Button>
      {isOpen && (
        <Dialog open title={t('desk.devices.title')} onClose={() => setOpen(false)}>
          <DeviceTest ping={ping} />
        </Dialog>
      )}
    </>
  )
}
