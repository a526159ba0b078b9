import { useEffect } from 'react'
import { MaintenanceScreen } from './MaintenanceScreen.tsx'
import { watchMaintenance } from './maintenance.ts'

/** The maintenance screen over an app that is open: it goes by itself when maintenance is over. */
export function Maintenance() {
  useEffect(() => watchMaintenance(), [])
  return <MaintenanceScreen />
}
