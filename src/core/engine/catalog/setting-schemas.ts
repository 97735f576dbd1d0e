// The schemas of the settings in settings.ts, for whatever reads JSON.
import { z } from 'zod';
import { eachSetting, type NameInDocument, namesInDocument, type SettingSchemas } from './settings.ts';

export const SETTING_SCHEMAS = eachSetting(({ schema }) => schema(z)) as SettingSchemas;

/** The settings that are fields of a website in the catalog document. */
export const SETTING_FIELDS = Object.fromEntries(
  namesInDocument('website').map((name) => [name, z.optional(SETTING_SCHEMAS[name])]),
) as { readonly [Name in NameInDocument<'website'>]: z.ZodOptional<SettingSchemas[Name]> };
