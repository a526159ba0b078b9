import type { MeasuringSettings } from '@cuida/core/brand/measuring/measuring-settings.ts'
import type { Tracked } from '@cuida/core/brand/measuring/tracking-api.ts'

/** Sends the app's events to the analytics vendor that the content names. */
export interface Analytics {
  /** Throws ProviderDown. */
  record(settings: MeasuringSettings, tracked: Tracked): Promise<void>
}
