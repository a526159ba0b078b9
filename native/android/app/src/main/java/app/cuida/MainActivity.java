package app.cuida;

import android.os.Bundle;
import androidx.activity.EdgeToEdge;
import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        // The page fills the screen and keeps clear of its edges by itself (safe areas).
        EdgeToEdge.enable(this);
        super.onCreate(savedInstanceState);
    }
}
