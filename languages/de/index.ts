import type { Texts } from '../translate.ts';
import access from './access.ts';
import attribution from './attribution.ts';
import audit from './audit.ts';
import catalog from './catalog.ts';
import charts from './charts.ts';
import common from './common.ts';
import contacts from './contacts.ts';
import data from './data.ts';
import definitions from './definitions.ts';
import experiments from './experiments.ts';
import exports from './exports.ts';
import funnels from './funnels.ts';
import history from './history.ts';
import insights from './insights.ts';
import live from './live.ts';
import mails from './mails.ts';
import names from './names.ts';
import notifications from './notifications.ts';
import numbers from './numbers.ts';
import overview from './overview.ts';
import pages from './pages.ts';
import paths from './paths.ts';
import people from './people.ts';
import problems from './problems.ts';
import profile from './profile.ts';
import report from './report.ts';
import retention from './retention.ts';
import saved from './saved.ts';
import sending from './sending.ts';
import session from './session.ts';
import setup from './setup.ts';
import share from './share.ts';
import website from './website.ts';

export default {
  access,
  attribution,
  audit,
  catalog,
  charts,
  common,
  contacts,
  data,
  definitions,
  experiments,
  exports,
  funnels,
  history,
  insights,
  live,
  mails,
  names,
  notifications,
  numbers,
  overview,
  pages,
  paths,
  people,
  problems,
  profile,
  report,
  retention,
  saved,
  sending,
  session,
  setup,
  share,
  website,
} satisfies Texts;
