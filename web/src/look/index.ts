// The style sheets every page has.

import './fonts.css';
import './tokens.css';
import './base.css';
